//! Positions that are sets of vertices of a graph, and their connected parts.
//!
//! Many games are played on what is left of a graph, and fall apart where it does. Whoever hands over the graph instead
//! of a function needs no search for components in Python: a set becomes a row of bits, its parts are found by words of
//! bits, and a part that was met before is found by its bits, without an object for it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PySet};

/// A set of vertices, a bit each.
pub type Bits = Box<[u64]>;

/// The graph, and the numbers of the parts that were met.
pub struct VertexSets {
    index: Py<PyDict>,
    vertices: Vec<Py<PyAny>>,
    /// The vertices by the addresses of their objects, which are held above: most sets hold these very objects, and
    /// then no hash of the interpreter is asked for.
    addresses: HashMap<usize, u32, FixedState>,
    neighbors: Vec<Bits>,
    numbers: Mutex<Numbers>,
}

/// The numbers of the parts that were met.
pub type Numbers = HashMap<Bits, u32, FixedState>;

impl VertexSets {
    /// The graph: a mapping from vertices to their neighbors, which is iterated over and asked for each vertex. Edges
    /// are taken both ways.
    pub fn new(graph: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = graph.py();
        let index = PyDict::new(py);
        let mut vertices = Vec::new();
        for vertex in graph.try_iter()? {
            let vertex = vertex?;
            index.set_item(&vertex, vertices.len())?;
            vertices.push(vertex);
        }
        let words = vertices.len().div_ceil(64);
        let mut neighbors: Vec<Bits> = vec![vec![0; words].into_boxed_slice(); vertices.len()];
        for (one, vertex) in vertices.iter().enumerate() {
            for other in graph.get_item(vertex)?.try_iter()? {
                let Some(other) = index.get_item(other?)? else {
                    return Err(PyTypeError::new_err(
                        "components names a neighbor that is no vertex of its graph",
                    ));
                };
                let other: usize = other.extract()?;
                neighbors[one][other / 64] |= 1 << (other % 64);
                neighbors[other][one / 64] |= 1 << (one % 64);
            }
        }
        let addresses = vertices.iter().zip(0..).map(|(vertex, at)| (vertex.as_ptr().addr(), at)).collect();
        let vertices = vertices.into_iter().map(Bound::unbind).collect();
        Ok(Self { index: index.unbind(), vertices, addresses, neighbors, numbers: Mutex::default() })
    }

    /// A position as bits.
    pub fn bits(&self, position: &Bound<'_, PyAny>) -> PyResult<Bits> {
        let refusal = |what: &str| {
            PyTypeError::new_err(format!(
                "components is a graph, so positions are sets of its vertices, and {what}; pass a function otherwise"
            ))
        };
        if !position.is_instance_of::<PyFrozenSet>() && !position.is_instance_of::<PySet>() {
            let kind = position.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
            return Err(refusal(&format!("{kind} is no set")));
        }
        let index = self.index.bind(position.py());
        let mut bits = vec![0; self.vertices.len().div_ceil(64)].into_boxed_slice();
        for vertex in position.try_iter()? {
            let vertex = vertex?;
            let number = match self.addresses.get(&vertex.as_ptr().addr()) {
                Some(&number) => number as usize,
                None => match index.get_item(vertex)? {
                    Some(number) => number.extract()?,
                    None => return Err(refusal("an element is none")),
                },
            };
            bits[number / 64] |= 1 << (number % 64);
        }
        Ok(bits)
    }

    /// The connected parts of a set.
    pub fn parts(&self, mut left: Bits) -> Vec<Bits> {
        let mut parts = Vec::new();
        while let Some(first) = first_of(&left) {
            let mut part = vec![0; left.len()].into_boxed_slice();
            let mut open = part.clone();
            open[first / 64] |= 1 << (first % 64);
            while let Some(vertex) = first_of(&open) {
                let (word, bit) = (vertex / 64, 1 << (vertex % 64));
                open[word] &= !bit;
                left[word] &= !bit;
                part[word] |= bit;
                for ((open, &next), &left) in open.iter_mut().zip(&self.neighbors[vertex]).zip(&left) {
                    *open |= next & left;
                }
            }
            parts.push(part);
        }
        parts
    }

    /// The set as an object of Python.
    pub fn object<'py>(&self, py: Python<'py>, bits: &[u64]) -> PyResult<Bound<'py, PyAny>> {
        let members = (0..self.vertices.len()).filter(|&at| bits[at / 64] >> (at % 64) & 1 == 1);
        Ok(PyFrozenSet::new(py, members.map(|at| self.vertices[at].bind(py)))?.into_any())
    }

    /// The numbers of the parts that were met.
    pub fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn first_of(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(word * 64 + bits[word].trailing_zeros() as usize)
}

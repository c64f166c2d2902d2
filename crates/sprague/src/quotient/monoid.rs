//! A finite commutative monoid as its table of products. Element 0 is the identity.

/// An element of a monoid, by its number in the list of least words (theory M.13).
pub type Element = u16;

/// The identity.
pub const ONE: Element = 0;

/// A finite commutative monoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    table: Vec<Element>,
}

impl Monoid {
    /// The monoid with the identity alone.
    pub fn trivial() -> Self {
        Self { order: 1, table: vec![ONE] }
    }

    /// The monoid of this order with these rows of products.
    pub(super) fn from_rows(order: usize, row: impl Fn(usize) -> Vec<Element>) -> Self {
        Self { order, table: (0..order).flat_map(row).collect() }
    }

    /// The number of elements.
    pub const fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.table[usize::from(x) * self.order + usize::from(y)]
    }

    /// The products of an element with all elements.
    pub fn row(&self, x: Element) -> &[Element] {
        let start = usize::from(x) * self.order;
        &self.table[start..start + self.order]
    }

    /// The first elements, as many as these, which must be closed under products.
    pub(super) fn prefix(&self, order: usize) -> Self {
        let rows = (0..order).flat_map(|x| &self.table[x * self.order..x * self.order + order]);
        Self { order, table: rows.copied().collect() }
    }

    /// The idempotents, ascending.
    pub fn idempotents(&self) -> impl Iterator<Item = Element> {
        (0..self.order as Element).filter(|&x| self.product(x, x) == x)
    }

    /// The kernel: the elements of the least ideal, ascending. It is a group, the multiples of the product of all
    /// idempotents.
    pub fn kernel(&self) -> Vec<Element> {
        let least = self.idempotents().fold(ONE, |e, idempotent| self.product(e, idempotent));
        let mut kernel = self.row(least).to_vec();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }
}

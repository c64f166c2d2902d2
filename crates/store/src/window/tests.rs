//! What is remembered must be true, in one byte a heap and in two.

use super::*;

/// Values of which one in `rarity` is tall.
fn value(heap: u64, rarity: u64) -> u64 {
    if heap.is_multiple_of(rarity) { 255 + heap % 1000 } else { heap * heap % 200 }
}

fn filled(heaps: u64, rarity: u64) -> Window {
    let mut window = Window::default();
    for first in (0..heaps).step_by(1 << 16) {
        let values: Vec<Nimber> = (first..first + (1 << 16)).map(|n| Nimber(value(n, rarity))).collect();
        window.push(&values);
        window.forget(1 << 20, 20 << 20, first);
    }
    window
}

#[test]
fn what_is_remembered_is_true() {
    for rarity in [10_007, 5] {
        let window = filled(70 << 20, rarity);
        assert_eq!(window.words.is_some(), rarity == 5);
        assert!(window.first() > 0 && window.bytes.len() < 8 << 20);
        for heap in (0..window.next()).step_by(1_237) {
            let exact = value(heap, rarity) as u32;
            match window.get(heap) {
                Glimpse::Value(found) => assert_eq!(found, exact, "{heap}"),
                Glimpse::Short => assert!(exact < TALL, "{heap}"),
                Glimpse::Forgotten => assert!(heap < window.next() - (20 << 20), "{heap}"),
            }
        }
        let tall = window.tall();
        let expected = (tall.from..window.next()).filter(|&heap| value(heap, rarity) >= 255);
        assert!(tall.list.iter().map(|tall| tall.0).eq(expected));
        let (from, until) = (window.next() - 3_000_000, window.next() - 5);
        let mut values = Vec::new();
        window.values(from, until, &mut values);
        assert!((from..until).zip(values).all(|(heap, found)| found.0 == value(heap, rarity)));
    }
}

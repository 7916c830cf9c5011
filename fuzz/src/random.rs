//! Numbers that look random and depend on nothing but a seed.

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): one addition and a mix a number, and every seed is a
/// good one, so that seeds may be counted up.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 => 0,
            _ => (self.number() % limit as u64) as usize,
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several things; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.number() as u8
    }

    /// A two-byte number: most often one at which code tends to go wrong, else any.
    pub fn u16(&mut self) -> u16 {
        const EDGES: [u16; 12] = [0, 1, 2, 3, 4, 8, 0x7F, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF];
        let any = self.number() as u16;
        match self.below(4) {
            0 => any,
            1 => any % 64,
            _ => EDGES[usize::from(any) % EDGES.len()],
        }
    }

    /// A four-byte number, likewise.
    pub fn u32(&mut self) -> u32 {
        const EDGES: [u32; 10] =
            [0, 1, 4, 0xFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF];
        let any = self.number() as u32;
        match self.below(4) {
            0 => any,
            1 => any % 1024,
            _ => EDGES[any as usize % EDGES.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_sequence() {
        let numbers = |seed| {
            (0..8).map({
                let mut random = Random::new(seed);
                move |_| random.number()
            })
        };
        assert!(numbers(1).eq(numbers(1)));
        assert!(numbers(1).ne(numbers(2)));
    }

    #[test]
    fn limits_hold() {
        let mut random = Random::new(7);
        assert_eq!(random.below(0), 0);
        assert!((0..1000).all(|_| random.below(3) < 3));
        assert!((0..1000).all(|_| (5..=6).contains(&random.between(5, 6))));
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}

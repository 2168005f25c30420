//! Many short lists of numbers in two long ones.

/// A list of numbers for each of many things.
#[derive(Debug, Default)]
pub struct Lists {
    /// Where each list starts, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Lists of these lengths, their items one after another.
    pub(super) fn new(lengths: impl Iterator<Item = u8>, items: Vec<u32>) -> Lists {
        let mut end = 0;
        let mut starts = vec![0];
        starts.extend(lengths.map(|len| {
            end += u32::from(len);
            end
        }));
        assert_eq!(end as usize, items.len(), "every item is in a list");
        Lists { starts, items }
    }

    /// How many lists there are.
    pub fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Whether there is no list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where a list starts among all items.
    pub(super) fn start(&self, of: u32) -> usize {
        self.starts[of as usize] as usize
    }

    /// One of the lists.
    pub fn of(&self, of: u32) -> &[u32] {
        &self.items[self.start(of)..self.start(of + 1)]
    }

    /// For each of `count` items the lists it is in, in their order, and at which places in them.
    pub(super) fn reversed(&self, count: u32) -> (Lists, Vec<u8>) {
        let mut starts = vec![0; count as usize + 1];
        for &item in &self.items {
            starts[item as usize + 1] += 1;
        }
        for item in 0..count as usize {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.clone();
        let mut items = vec![0; self.items.len()];
        let mut places = vec![0; self.items.len()];
        for list in 0..self.len() {
            for (place, &item) in self.of(list).iter().enumerate() {
                let at = &mut next[item as usize];
                items[*at as usize] = list;
                places[*at as usize] = place as u8;
                *at += 1;
            }
        }
        (Lists { starts, items }, places)
    }
}

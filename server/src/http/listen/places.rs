//! Limits connections in total and per address, so that no single client takes all of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of connections per address.
#[derive(Debug, Default)]
pub struct Places(Mutex<HashMap<IpAddr, usize>>);

impl Places {
    /// Reserves a connection for an address that may have `most`; `None` if it already has as many.
    pub fn take(self: &Arc<Self>, address: IpAddr, most: Option<usize>) -> Option<Place> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(address).or_default();
        if most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Place { places: self.clone(), address })
    }
}

/// A reserved connection, which is released when this is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_places() {
        let places = Arc::new(Places::default());
        let [one, other] = ["203.0.113.9", "203.0.113.10"].map(|address| address.parse().unwrap());
        let held: Vec<Place> = (0..2).map(|_| places.take(one, Some(2)).unwrap()).collect();
        assert!(places.take(one, Some(2)).is_none() && places.take(one, None).is_some());
        assert!(places.take(other, Some(2)).is_some());
        drop(held);
        assert!(places.take(one, Some(2)).is_some());
        assert!(places.0.lock().unwrap().is_empty());
    }
}

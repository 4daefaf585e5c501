//! stub
use app::model::record::*;
pub struct DemoBank { pub products: Vec<Product>, pub customers: Vec<Customer>, pub communications: Vec<Communication>, pub cases: Vec<Case>, pub documents: Vec<Document>, pub last_day: chrono::NaiveDate }
pub fn generate(_seed: u64) -> DemoBank { DemoBank { products: vec![], customers: vec![], communications: vec![], cases: vec![], documents: vec![], last_day: chrono::NaiveDate::default() } }

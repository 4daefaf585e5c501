//! Deserialises a parsed JSON tree with little code per type.
//!
//! serde reads tagged enums and flattened fields into an intermediate form first, and generates code for what JSON
//! never has: positional fields, names as bytes. In the browser, which downloads the code of each type, the types omit
//! those attributes, and this reader does their work by convention:
//! - An object for an enum names its variant in one of the members [`TAGS`], beside the variant's fields.
//! - A field named [`FLAT`] is read from the remaining fields of its object.
//!
//! The browser only reads such types. Types that it sends keep serde's attributes, since they are written as declared.

use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::{Error, Map, Value, map};

/// The members that name the variant of an enum.
const TAGS: [&str; 3] = ["type", "kind", "status"];
/// The name of a field whose members are flattened into its object.
const FLAT: &str = "*";

/// Parses JSON.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).and_then(|value| T::deserialize(Tree(value)))
}

/// A value still to be read.
struct Tree(Value);

impl Tree {
    fn is_not<T>(&self, wanted: &str) -> Result<T, Error> {
        Err(Error::custom(format_args!("{wanted} expected, not {}", self.0)))
    }

    fn entries(self, fields: &[&str]) -> Result<Entries, Error> {
        let Value::Object(mut map) = self.0 else { return self.is_not("an object") };
        if fields.contains(&FLAT) {
            let (own, rest): (Map<_, _>, Map<_, _>) =
                map.into_iter().partition(|(name, _)| fields.contains(&name.as_str()));
            map = own;
            map.insert(FLAT.to_owned(), rest.into());
        }
        Ok(Entries { rest: map.into_iter(), value: Value::Null })
    }

    fn items(self) -> Result<Items, Error> {
        match self.0 {
            Value::Array(list) => Ok(Items(list.into_iter())),
            _ => self.is_not("a list"),
        }
    }

    fn variant(self, names: &[&str]) -> Result<Variant, Error> {
        let mut map = match self.0 {
            Value::String(name) => return Ok(Variant(name, Value::Null)),
            Value::Object(map) => map,
            _ => return self.is_not("a variant"),
        };
        for tag in TAGS {
            if let Some(Value::String(name)) = map.get(tag)
                && names.contains(&name.as_str())
            {
                let name = name.clone();
                map.remove(tag);
                return Ok(Variant(name, map.into()));
            }
        }
        let only = map.into_iter().next();
        only.map(|(name, content)| Variant(name, content)).ok_or_else(|| Error::custom("a variant is missing"))
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.as_u64() {
                Some(number) => visitor.visit_u64(number),
                None => match self.0.as_i64() {
                    Some(number) => visitor.visit_i64(number),
                    None => self.is_not("a whole number"),
                },
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Error;

    numbers! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }
    numbers! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(truth),
            Value::Number(ref number) if number.is_f64() => self.deserialize_f64(visitor),
            Value::Number(_) => self.deserialize_i64(visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(_) => visitor.visit_seq(self.items()?),
            Value::Object(_) => visitor.visit_map(self.entries(&[])?),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.as_bool().map_or_else(|| self.is_not("true or false"), |truth| visitor.visit_bool(truth))
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.as_f64().map_or_else(|| self.is_not("a number"), |number| visitor.visit_f64(number))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            _ => self.is_not("a text"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.items()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self.entries(&[])?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(self.entries(fields)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant(variants)?)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf unit_struct }
}

struct Entries {
    rest: map::IntoIter,
    /// The value of the last name read.
    value: Value,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(Tree(name.into())).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(Tree(self.value.take()))
    }
}

struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(Tree(item))).transpose()
    }
}

/// The name of a variant and its content.
struct Variant(String, Value);

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Tree;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Tree), Error> {
        Ok((seed.deserialize(Tree(self.0.into()))?, Tree(self.1)))
    }
}

impl<'de> VariantAccess<'de> for Tree {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self.entries(fields)?)
    }
}

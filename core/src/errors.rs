//! Error enums as tables.

/// Defines an error enum from one sentence for each variant, which documents it and is what it displays. Fields
/// are named for the sentence.
macro_rules! errors {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident $(($($field:ident: $type:ty),+))? => $sentence:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        $vis enum $name {
            $(#[doc = $sentence] $variant $(($($type),+))?,)+
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $($name::$variant $(($($field),+))? => write!(f, $sentence),)+
                }
            }
        }

        impl core::error::Error for $name {}
    };
}

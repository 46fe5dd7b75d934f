//! What a property is: name, type, range, where its value lives, whom it concerns.
//!
//! Pure data. The macros here turn a table of rows into a struct with one typed
//! field per property and the list of [`Property`] values from which set, get, dup,
//! dump and the documentation follow.

/// Which client type reads a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Producers and consumers.
    Any,
    /// Producers only.
    Producer,
    /// Consumers only.
    Consumer,
}

/// How likely it is that a user needs to change a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Importance {
    High,
    Medium,
    Low,
}

/// One word of a property that holds a set of flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagWord {
    /// The word, in lower case.
    pub word: &'static str,
    /// Its bits; a word for several others has all theirs.
    pub bits: u32,
    /// False if the word is known but the feature is not part of this build.
    pub available: bool,
}

/// Type, range and place of a value of `C`, the struct that holds it.
pub(super) enum Slot<C: 'static> {
    /// A whole number within `min..=max`; `word` may stand for one number.
    Integer {
        min: i64,
        max: i64,
        word: Option<(&'static str, i64)>,
        get: fn(&C) -> i64,
        set: fn(&mut C, i64),
    },
    /// A number with fraction within `min..=max`.
    Float { min: f64, max: f64, get: fn(&C) -> f64, set: fn(&mut C, f64) },
    /// `true` or `false`.
    Boolean { get: fn(&C) -> bool, set: fn(&mut C, bool) },
    /// Any text. Setting none or an empty one restores the default, unless one is `required`.
    Text { required: bool, get: fn(&C) -> Option<&str>, set: fn(&mut C, Option<&str>) },
    /// One of a list of words; `exact` if upper and lower case differ.
    Choice {
        words: &'static [&'static str],
        exact: bool,
        get: fn(&C) -> &'static str,
        set: fn(&mut C, &str) -> bool,
    },
    /// A set of flags to which each call adds.
    Flags { words: &'static [FlagWord], get: fn(&C) -> u32, set: fn(&mut C, u32) },
    /// A list of names and `^` patterns: a text that is checked.
    Patterns { get: fn(&C) -> Option<&str>, set: fn(&mut C, Option<&str>) },
    /// A pointer of the C interface with a setter of its own; the core does not hold it.
    Pointer,
    /// Like [`Slot::Pointer`], without a setter.
    Internal,
    /// Another name of the property named here.
    Alias(&'static str),
}

/// One row of a property table.
pub struct Property<C: 'static> {
    /// Its name, for example `socket.timeout.ms`.
    pub name: &'static str,
    pub(super) slot: Slot<C>,
    /// Whom it concerns.
    pub who: Who,
    /// Importance.
    pub importance: Importance,
    /// What it is for, in Markdown; empty for an alias.
    pub text: &'static str,
    /// Kept for old programs.
    pub deprecated: bool,
    /// May change or go.
    pub experimental: bool,
    /// Left out of the property list.
    pub hidden: bool,
    /// Never shown in logs.
    pub sensitive: bool,
    /// Not a property of librdkafka: dumped only when it was set.
    pub own: bool,
    /// Known, but meaningless outside Windows.
    pub windows_only: bool,
}

impl<C> Property<C> {
    pub(super) const fn new(
        name: &'static str,
        slot: Slot<C>,
        who: Who,
        importance: Importance,
        text: &'static str,
    ) -> Property<C> {
        Property {
            name,
            slot,
            who,
            importance,
            text,
            deprecated: false,
            experimental: false,
            hidden: false,
            sensitive: false,
            own: false,
            windows_only: false,
        }
    }

    pub(super) const fn deprecated(mut self) -> Property<C> {
        self.deprecated = true;
        self
    }

    pub(super) const fn experimental(mut self) -> Property<C> {
        self.experimental = true;
        self
    }

    pub(super) const fn hidden(mut self) -> Property<C> {
        self.hidden = true;
        self
    }

    pub(super) const fn sensitive(mut self) -> Property<C> {
        self.sensitive = true;
        self
    }

    pub(super) const fn own(mut self) -> Property<C> {
        self.own = true;
        self
    }

    pub(super) const fn windows_only(mut self) -> Property<C> {
        self.windows_only = true;
        self
    }

    /// The name that this row is an alias of.
    pub fn alias_of(&self) -> Option<&'static str> {
        match self.slot {
            Slot::Alias(target) => Some(target),
            _ => None,
        }
    }
}

/// A struct made by [`properties!`].
pub(super) trait Properties: Default + 'static {
    /// The rows, in the order of the dump.
    const TABLE: &'static [Property<Self>];

    /// Notes about what was set.
    fn marks(&self) -> &Marks;

    /// The same, to change.
    fn marks_mut(&mut self) -> &mut Marks;

    /// Row of the property called `name`, aliases resolved.
    fn find(name: &str) -> Option<usize> {
        let index = Self::TABLE.iter().position(|row| row.name == name)?;
        match Self::TABLE[index].alias_of() {
            Some(target) => Self::TABLE.iter().position(|row| row.name == target),
            None => Some(index),
        }
    }
}

/// The end of a value that was not understood and ignored, as `strtol()` does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredSuffix {
    /// The property.
    pub name: &'static str,
    /// The whole value as it was set.
    pub value: String,
    /// Its ignored end.
    pub rest: String,
}

/// What the user did to a configuration object: which rows were set, and what was
/// odd about the values.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    explicit: [u64; 4],
    pub ignored: Vec<IgnoredSuffix>,
    /// A default topic configuration with settings of its own was replaced as a whole.
    pub topic_replaced: bool,
}

impl Marks {
    pub fn is_explicit(&self, index: usize) -> bool {
        self.explicit[index / 64] & (1 << (index % 64)) != 0
    }

    /// True if any row was set.
    pub fn any_explicit(&self) -> bool {
        self.explicit.iter().any(|&bits| bits != 0)
    }

    pub fn set_explicit(&mut self, index: usize, explicit: bool) {
        let bit = 1 << (index % 64);
        match explicit {
            true => self.explicit[index / 64] |= bit,
            false => self.explicit[index / 64] &= !bit,
        }
    }
}

/// Defines a configuration struct and its table. One row per property:
///
/// `"name" [field: Type = default] kind(arguments) Who Importance flags "text";`
///
/// The bracket is left out where the struct holds no value (aliases, C pointers).
macro_rules! properties {
    (
        $(#[$meta:meta])*
        $conf:ident {
            $(
                $name:literal $([$field:ident : $type:ty = $default:expr])?
                $kind:ident ($($arg:tt)*) $who:ident $importance:ident $($flag:ident)* $text:literal;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        pub struct $conf {
            $($(
                #[doc = concat!("`", $name, "`: ", $text)]
                pub $field: $type,
            )?)*
            marks: $crate::conf::property::Marks,
        }

        impl Default for $conf {
            /// Every property at its default, none set.
            fn default() -> $conf {
                $conf { $($( $field: $default, )?)* marks: Default::default() }
            }
        }

        impl $crate::conf::property::Properties for $conf {
            const TABLE: &'static [$crate::conf::property::Property<$conf>] = &[$(
                $crate::conf::property::Property::new(
                    $name,
                    $crate::conf::property::slot!($kind ($($arg)*) $($field, $type, $default)?),
                    $crate::conf::property::Who::$who,
                    $crate::conf::property::Importance::$importance,
                    $text,
                )
                $(.$flag())*
            ),*];

            fn marks(&self) -> &$crate::conf::property::Marks {
                &self.marks
            }

            fn marks_mut(&mut self) -> &mut $crate::conf::property::Marks {
                &mut self.marks
            }
        }

        // More rows than mark bits would not compile.
        const _: () = assert!(<$conf as $crate::conf::property::Properties>::TABLE.len() <= 256);
    };
}

/// The [`Slot`] of one row of [`properties!`].
macro_rules! slot {
    (int ($min:expr, $max:expr) $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Integer {
            min: $min as i64,
            max: $max as i64,
            word: None,
            get: |conf: &Self| i64::from(conf.$field),
            set: |conf: &mut Self, value| conf.$field = value as $type,
        }
    };
    (int_or_word ($min:expr, $max:expr, $word:expr, $means:expr) $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Integer {
            min: $min as i64,
            max: $max as i64,
            word: Some(($word, $means)),
            get: |conf: &Self| i64::from(conf.$field),
            set: |conf: &mut Self, value| conf.$field = value as $type,
        }
    };
    (float ($min:expr, $max:expr) $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Float {
            min: $min,
            max: $max,
            get: |conf: &Self| conf.$field,
            set: |conf: &mut Self, value| conf.$field = value,
        }
    };
    (boolean () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Boolean { get: |conf: &Self| conf.$field, set: |conf: &mut Self, value| conf.$field = value }
    };
    (optional () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Text {
            required: false,
            get: |conf: &Self| conf.$field.as_deref(),
            set: |conf: &mut Self, value| conf.$field = value.map(str::to_owned),
        }
    };
    (text () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::slot!(@text false, $field, $default)
    };
    (required_text () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::slot!(@text true, $field, $default)
    };
    (@text $required:literal, $field:ident, $default:expr) => {
        $crate::conf::property::Slot::Text {
            required: $required,
            get: |conf: &Self| Some(&conf.$field),
            set: |conf: &mut Self, value| conf.$field = value.map_or_else(|| $default, |text| Text::Owned(text.to_owned())),
        }
    };
    (patterns () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Patterns {
            get: |conf: &Self| conf.$field.as_deref(),
            set: |conf: &mut Self, value| conf.$field = value.map(str::to_owned),
        }
    };
    (choice () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::slot!(@choice false, $field, $type)
    };
    (word () $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::slot!(@choice true, $field, $type)
    };
    (@choice $exact:literal, $field:ident, $type:ty) => {
        $crate::conf::property::Slot::Choice {
            words: <$type>::WORDS,
            exact: $exact,
            get: |conf: &Self| conf.$field.as_str(),
            set: |conf: &mut Self, word| match <$type>::parse(word) {
                Some(value) => {
                    conf.$field = value;
                    true
                }
                None => false,
            },
        }
    };
    (flags ($words:expr) $field:ident, $type:ty, $default:expr) => {
        $crate::conf::property::Slot::Flags {
            words: $words,
            get: |conf: &Self| conf.$field,
            set: |conf: &mut Self, value| conf.$field = value,
        }
    };
    (pointer () $($field:ident, $type:ty, $default:expr)?) => {
        $crate::conf::property::Slot::Pointer
    };
    (internal ()) => {
        $crate::conf::property::Slot::Internal
    };
    (alias ($target:literal)) => {
        $crate::conf::property::Slot::Alias($target)
    };
}

pub(super) use {properties, slot};

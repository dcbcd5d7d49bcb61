//! Every way in which a program might write bytes, and a search for all of them at once.

use std::collections::HashMap;

use data_encoding::{BASE32_NOPAD, BASE64_NOPAD, BASE64URL_NOPAD};

/// As much of a spelling gives a secret away, and is not there by chance.
const TELLING: usize = 24;

/// As much of the bytes themselves.
const TELLING_BYTES: usize = 16;

/// The alphabet of z-base-32, in the order of that of base 32.
const Z_BASE_32: &[u8; 32] = b"ybndrfg8ejkmcpqxot1uwisza345h769";

/// The spellings of bytes, whatever stands around them. White space in them is left out.
pub(crate) fn spellings(bytes: &[u8]) -> Vec<String> {
    let list = |write: fn(&u8) -> String, between: &str| {
        bytes.iter().map(write).collect::<Vec<String>>().join(between)
    };
    let writings: [fn(&u8) -> String; 6] = [
        u8::to_string,
        |byte| format!("{byte:x}"),
        |byte| format!("{byte:02x}"),
        |byte| format!("{byte:#x}"),
        |byte| format!("{byte:#04x}"),
        |byte| format!("\\x{byte:02x}"),
    ];
    let mut all = Vec::new();
    for write in writings {
        for between in ["", ",", ":", "-"] {
            let list = list(write, between);
            all.extend([list.to_uppercase().replace('X', "x"), list]);
        }
    }
    let escaped = bytes.escape_ascii().to_string();
    all.extend([escaped.replace("\\x00", "\\0"), escaped]);
    // A number is written from its other end.
    let reversed: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    all.extend([reversed.to_uppercase(), reversed]);
    for base in [BASE64_NOPAD, BASE64URL_NOPAD] {
        all.extend((0..3).map(|before| inside(&base, 6, before, bytes)));
    }
    for text in (0..5).map(|before| inside(&BASE32_NOPAD, 5, before, bytes)) {
        let place = |letter: u8| if letter < b'A' { letter - b'2' + 26 } else { letter - b'A' };
        let z = text.bytes().map(|letter| char::from(Z_BASE_32[usize::from(place(letter))])).collect();
        all.extend([text.to_lowercase(), text, z]);
    }
    all
}

/// How bytes look in a base when so many others stand before them: only letters that hold nothing else.
fn inside(base: &data_encoding::Encoding, bits: usize, before: usize, bytes: &[u8]) -> String {
    let all = base.encode(&[&vec![0; before], bytes].concat());
    let (first, last) = ((before * 8).div_ceil(bits), (before + bytes.len()) * 8 / bits);
    all[first..last].to_owned()
}

/// Many words of one length, and what each gives away.
struct Words<const LENGTH: usize> {
    names: HashMap<[u8; LENGTH], String>,
    /// Whether some word begins like this: most places of a text need no closer look.
    begin: Vec<bool>,
}

impl<const LENGTH: usize> Words<LENGTH> {
    const BEGINNINGS: usize = 1 << 20;

    fn new() -> Self {
        Words { names: HashMap::new(), begin: vec![false; Self::BEGINNINGS] }
    }

    fn beginning(word: &[u8]) -> usize {
        word[..4].iter().fold(0, |number: usize, byte| (number * 131) ^ usize::from(*byte)) % Self::BEGINNINGS
    }

    fn add(&mut self, text: &[u8], name: &str) {
        let word = text.first_chunk().expect("is as long");
        self.begin[Self::beginning(word)] = true;
        self.names.insert(*word, name.to_owned());
    }

    fn find(&self, text: &[u8]) -> Option<&str> {
        let mut near = text.windows(LENGTH).filter(|window| self.begin[Self::beginning(window)]);
        near.find_map(|window| self.names.get(window)).map(String::as_str)
    }
}

/// Secrets of 32 bytes, and all that would give one of them away.
pub(crate) struct Search {
    written: Words<TELLING>,
    raw: Words<TELLING_BYTES>,
}

impl Search {
    pub(crate) fn new() -> Search {
        Search { written: Words::new(), raw: Words::new() }
    }

    pub(crate) fn add(&mut self, name: &str, secret: &[u8; 32]) {
        spellings(secret).iter().for_each(|spelling| self.written.add(spelling.as_bytes(), name));
        self.raw.add(secret, name);
    }

    /// The first secret in a file or in what was printed.
    pub(crate) fn find(&self, text: &[u8]) -> Option<&str> {
        let dense: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        self.raw.find(text).or_else(|| self.written.find(&dense))
    }
}

/// Whether a file or what was printed has the values of a chart: all of them, for most are 0.
pub(crate) fn holds_values(values: &[u8], text: &[u8]) -> bool {
    let [low, high] = packed(values);
    let forms = [values, &low, &high];
    if forms.iter().any(|form| text.windows(form.len()).any(|window| window == *form)) {
        return true;
    }
    let mut dense = String::from_utf8_lossy(text).into_owned();
    dense.retain(|letter| !letter.is_ascii_whitespace());
    forms.into_iter().flat_map(spellings).any(|spelling| dense.contains(&spelling))
}

/// Eight bits a byte, from either end: how a layout might be packed.
fn packed(bits: &[u8]) -> [Vec<u8>; 2] {
    let low = bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit));
    let high = bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit));
    [low.collect(), high.collect()]
}

#[test]
fn every_spelling_is_found() {
    let secret: [u8; 32] = std::array::from_fn(|i| (i * 37 + 5) as u8);
    let mut search = Search::new();
    search.add("it", &secret);
    for spelling in spellings(&secret) {
        assert_eq!(search.find(format!("<{spelling}>").as_bytes()), Some("it"), "{spelling}");
    }
    let printed =
        [format!("{secret:?}"), format!("{secret:#?}"), format!("{secret:02x?}"), format!("{secret:#x?}")];
    for printed in printed {
        assert_eq!(search.find(printed.as_bytes()), Some("it"), "{printed}");
    }
    for before in 0..16 {
        let blob = [&vec![200; before], secret.as_slice(), b"after"].concat();
        assert_eq!(search.find(&blob), Some("it"));
        for text in [BASE64_NOPAD.encode(&blob), BASE32_NOPAD.encode(&blob)] {
            assert_eq!(search.find(text.as_bytes()), Some("it"), "{before} bytes before it");
        }
    }
    let other: Vec<u8> = secret.iter().map(|byte| byte ^ 1).collect();
    assert_eq!(search.find(format!("{other:?}").as_bytes()), None);
    let values: Vec<u8> = (0..580).map(|i| u8::from(i % 97 == 5)).collect();
    assert!(holds_values(&values, format!("{values:?}").as_bytes()));
    assert!(!holds_values(&values, format!("{:?}", &values[1..]).as_bytes()));
}

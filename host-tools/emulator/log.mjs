// The firmware's log in words.
//
// A frame of defmt's log is the number of a format string, the chip's time and the arguments, packed
// by reverse zero-compressing COBS and ended by a zero. What a parameter such as `{=u8:#x}` takes of
// the frame and how it is shown is described in defmt's book (https://defmt.ferrous-systems.com). Numbers
// with a point, bit fields and flags, interned texts, bytes as letters, times of day and CBOR are not
// read: the firmware logs none.

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'];

const WHOLE = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, usize: 4 };
const SIGNED = { i8: 1, i16: 2, i32: 4, i64: 8, i128: 16, isize: 4 };
const LOST = { level: 'error', time: '', message: 'a line of the log was lost' };

export class Log {
  // What a firmware's numbers mean: `Firmware.log` of elf.mjs.
  constructor({ formats, timestamp }) {
    this.formats = formats;
    this.timestamp = timestamp;
    this.restart();
  }

  // Forgets half a line, which a power cut leaves.
  restart() {
    this.rest = [];
  }

  // Takes bytes and gives the lines they complete, each with the frame it came in.
  lines(bytes) {
    const lines = [];
    for (const byte of bytes) {
      if (byte !== 0) {
        this.rest.push(byte);
      } else if (this.rest.length > 0) {
        lines.push({ ...this.line(this.rest), frame: this.rest });
        this.rest = [];
      }
    }
    return lines;
  }

  line(packed) {
    try {
      return this.decode(unpack(packed));
    } catch {
      return LOST;
    }
  }

  decode(bytes) {
    const frame = new Frame(this.formats, bytes);
    const number = frame.whole(2);
    const time = this.timestamp === null ? '' : frame.read(this.timestamp)(null);
    const format = this.formats.get(number);
    const level = format.tag.replace('defmt_', '');
    const message = frame.read(format.text)(null);
    return { level: LEVELS.includes(level) ? level : 'print', time, message };
  }
}

// Undoes reverse zero-compressing COBS, from the last byte to the first.
function unpack(packed) {
  const bytes = [];
  let at = packed.length;
  const next = () => {
    if (at === 0) throw new RangeError('the frame is cut short');
    return packed[--at];
  };
  while (at > 0) {
    const code = next();
    if (code < 0x80) {
      // Seven bytes, of which those whose bit is set are zero.
      for (let bit = 6; bit >= 0; bit--) bytes.push((code >> bit) & 1 ? 0 : next());
    } else {
      // A run without zeros, after one unless it is as long as it can be.
      if (code < 0xff) bytes.push(0);
      for (let left = code < 0xff ? (code & 0x7f) + 7 : 134; left > 0; left--) bytes.push(next());
    }
  }
  return bytes.reverse();
}

// Arguments are read one after the other, and shown by functions of the hint around them: a hint of
// a whole value holds for its parts that have none.
class Frame {
  constructor(formats, bytes) {
    this.formats = formats;
    this.bytes = Uint8Array.from(bytes);
    this.at = 0;
  }

  take(count) {
    const end = this.at + count;
    if (end > this.bytes.length) throw new RangeError('the frame is too short');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  big(size) {
    return this.take(size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  whole(size) {
    return Number(this.big(size));
  }

  // A format string by its number; those of log lines do not stand inside others.
  format(number = this.whole(2)) {
    const { tag, text } = this.formats.get(number);
    if (LEVELS.includes(tag.replace('defmt_', ''))) throw new TypeError('a line inside a line');
    return text;
  }

  // An enumeration's variants are divided by bars.
  variant(format) {
    const variants = format.split('|');
    if (variants.length === 1) return format;
    const variant = variants[this.whole(variants.length <= 256 ? 1 : 2)];
    if (variant === undefined) throw new RangeError('no such variant');
    return variant;
  }

  // Reads what a format string asks for; gives a function from the hint around it to the text.
  read(format) {
    const pieces = parse(format);
    const parameters = pieces.filter((piece) => typeof piece !== 'string');
    const values = [];
    for (const { index, type } of [...parameters].sort((a, b) => a.index - b.index)) {
      values[index] ??= this.value(type);
    }
    const show = (piece, around) => {
      if (typeof piece === 'string') return piece;
      return values[piece.index](piece.hint ?? around, around);
    };
    return (around) => pieces.map((piece) => show(piece, around)).join('');
  }

  // Reads an argument: a function from its hint and the one around it to the text.
  value(type) {
    if (type in WHOLE) {
      const number = this.big(WHOLE[type]);
      return (hint, around) => showNumber(number, hint?.kind === '?' ? around : hint, 128);
    }
    if (type in SIGNED) {
      const size = SIGNED[type];
      const number = BigInt.asIntN(size * 8, this.big(size));
      return (hint) => showSigned(number, hint, size * 8);
    }
    const array = type.match(/^\[(u8|\?)(?:; *(\d+))?\]$/);
    if (array) {
      const [, of, fixed] = array;
      const length = fixed === undefined ? this.whole(4) : Number(fixed);
      return of === 'u8' ? this.byteList(length) : this.list(length);
    }
    switch (type) {
      case 'bool': {
        const byte = this.whole(1);
        if (byte > 1) throw new RangeError('neither false nor true');
        return () => String(byte === 1);
      }
      case 'char': {
        const character = String.fromCodePoint(this.whole(4));
        return () => character;
      }
      case 'str':
        return this.string(this.take(this.whole(4)));
      case '__internal_Debug':
      case '__internal_Display': {
        const end = this.bytes.indexOf(0xff, this.at);
        if (end < 0) throw new RangeError('a text without end');
        const bytes = this.take(end - this.at);
        this.take(1);
        return this.string(bytes);
      }
      case '__internal_FormatSequence': {
        const parts = [];
        for (let number = this.whole(2); number !== 0; number = this.whole(2)) {
          parts.push(this.read(this.format(number)));
        }
        return (hint) => parts.map((part) => part(hint)).join('');
      }
      case '?': {
        const part = this.read(this.variant(this.format()));
        return part;
      }
      default:
        throw new TypeError(`no way to read ${type}`);
    }
  }

  string(bytes) {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return (hint) => showString(text, hint);
  }

  byteList(length) {
    const bytes = this.take(length);
    return (hint) => {
      const each = 'xXob'.includes(hint?.kind || '-') ? hint : null;
      return `[${Array.from(bytes, (byte) => showNumber(BigInt(byte), each, 128)).join(', ')}]`;
    };
  }

  list(length) {
    const format = this.format();
    const parts = [];
    for (let i = 0; i < length; i++) parts.push(this.read(this.variant(format)));
    return (hint) => `[${parts.map((part) => part(hint)).join(', ')}]`;
  }
}

// A format string in pieces: texts and parameters. The same few come again and again.
const parsed = new Map();

function parse(format) {
  let pieces = parsed.get(format);
  if (pieces) return pieces;
  pieces = [];
  let end = 0;
  let index = 0;
  for (const match of format.matchAll(/\{\{|\}\}|\{(\d*)(?:=([^:}]+))?(?::([^}]+))?\}/g)) {
    pieces.push(format.slice(end, match.index));
    end = match.index + match[0].length;
    const [all, number, type = '?', hint] = match;
    if (all === '{{' || all === '}}') pieces.push(all[0]);
    else pieces.push({ index: number ? Number(number) : index++, type, hint: parseHint(hint) });
  }
  pieces.push(format.slice(end));
  parsed.set(format, pieces);
  return pieces;
}

// `#` for a prefix, 0 and a width, and the kind; what is not known changes nothing.
function parseHint(text) {
  if (text === undefined) return null;
  const match = text.match(/^(#?)(?:0(\d+))?(|us|ms|b|o|x|X|\?)$/);
  if (match) return { prefix: match[1] !== '', width: Number(match[2] ?? 0), kind: match[3] };
  if (/^(iso8601|cbor|__internal_bitflags|a$|tu?m?s$)/.test(text)) throw new TypeError(`no way to show ${text}`);
  return { kind: 'unknown' };
}

const BASES = { b: [2, '0b'], o: [8, '0o'], x: [16, '0x'], X: [16, '0x'] };
const PER_SECOND = { us: 1000000n, ms: 1000n };

function showNumber(number, hint, bits) {
  if (!hint) return number.toString();
  const { kind, prefix, width } = hint;
  if (kind === '') return showPadded(number, width);
  if (kind in BASES) {
    const [base, before] = BASES[kind];
    const start = prefix ? before : '';
    const digits = BigInt.asUintN(bits, number).toString(base);
    const shown = kind === 'X' ? digits.toUpperCase() : digits;
    return start + shown.padStart(width - start.length, '0');
  }
  if (kind === 'us' || kind === 'ms') return showSeconds(number, kind);
  return number.toString();
}

function showSeconds(number, unit) {
  const per = PER_SECOND[unit];
  const digits = per.toString().length - 1;
  return `${number / per}.${(number % per).toString().padStart(digits, '0')}`;
}

function showPadded(number, width) {
  if (number >= 0n) return number.toString().padStart(width, '0');
  return `-${(-number).toString().padStart(width - 1, '0')}`;
}

// In hexadecimal a negative number has its own size, in other bases 128 bits.
function showSigned(number, hint, bits) {
  const { kind } = hint ?? {};
  if (kind === 'x' || kind === 'X') return showNumber(number, hint, bits);
  if (kind === '' || kind in BASES) return showNumber(number, hint, 128);
  return number.toString();
}

const ESCAPES = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0', '"': '\\"', '\\': '\\\\' };

function showString(text, hint) {
  if (hint?.kind !== '?') return text;
  const escape = (letter) => ESCAPES[letter] ?? `\\u{${letter.codePointAt(0).toString(16)}}`;
  return `"${text.replace(/["\\\p{Cc}]/gu, escape)}"`;
}

// Decodes the firmware's log.
//
// A frame of defmt's log has the number of a format string, the chip's time and the arguments, packed by reverse
// zero-compressing COBS and ended by a zero. The parameters of a format string, such as `{=u8:#x}`, are described in
// defmt's book (https://defmt.ferrous-systems.com). Only those that the firmware uses are decoded; tests compare every
// line with defmt's own decoder.

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'];
const SIZES = { u8: 1, u16: 2, u32: 4, u64: 8, usize: 4 };
const ESCAPES = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0', '"': '\\"', '\\': '\\\\' };

export class Log {
  // The formats by their numbers: `Firmware.log` of elf.mjs.
  constructor({ formats, timestamp }) {
    this.formats = formats;
    this.timestamp = timestamp;
    this.restart();
  }

  // Discards an unfinished line, which a power cut leaves.
  restart() {
    this.rest = [];
  }

  // Takes bytes, and returns the lines they complete, each with its frame.
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
      return { level: 'error', time: '', message: 'a line of the log was lost' };
    }
  }

  decode(bytes) {
    const frame = new Frame(this.formats, bytes);
    const { tag, text } = this.formats.get(Number(frame.integer(2)));
    const time = this.timestamp === null ? '' : frame.read(this.timestamp, '');
    return { level: tag.replace('defmt_', ''), time, message: frame.read(text, '') };
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
      // Seven bytes. Those whose bit is set are zero.
      for (let bit = 6; bit >= 0; bit--) bytes.push((code >> bit) & 1 ? 0 : next());
    } else {
      // Bytes that are not zero, after a zero unless there are as many as possible.
      if (code < 0xff) bytes.push(0);
      for (let left = code < 0xff ? (code & 0x7f) + 7 : 134; left > 0; left--) bytes.push(next());
    }
  }
  return bytes.reverse();
}

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

  integer(size) {
    return this.take(size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  // Replaces the parameters of a format string by the arguments. `around` is the hint of the parameter whose part this
  // is; it applies to parameters without one.
  read(format, around) {
    return format.replace(/\{\{|\}\}|\{(?:=([^:}]+))?(?::([^}]+))?\}/g, (found, type = '?', hint = around) => {
      return found === '{{' || found === '}}' ? found[0] : this.value(type, hint);
    });
  }

  value(type, hint) {
    if (type in SIZES) return showInteger(this.integer(SIZES[type]), hint);
    switch (type) {
      case 'bool': {
        const byte = this.integer(1);
        if (byte > 1n) throw new RangeError('neither false nor true');
        return String(byte === 1n);
      }
      case 'str':
        return this.string(Number(this.integer(4)), hint);
      case '__internal_Debug':
      case '__internal_Display': {
        const end = this.bytes.indexOf(0xff, this.at);
        if (end < 0) throw new RangeError('a text without end');
        const shown = this.string(end - this.at, hint);
        this.take(1);
        return shown;
      }
      case '__internal_FormatSequence': {
        let shown = '';
        for (let number = this.integer(2); number !== 0n; number = this.integer(2)) {
          shown += this.read(this.format(number), hint);
        }
        return shown;
      }
      case '?':
        return this.read(this.variant(this.format(this.integer(2))), hint);
      default:
        throw new TypeError(`no way to read ${type}`);
    }
  }

  // The format string of an argument, which cannot be that of a line.
  format(number) {
    const { tag, text } = this.formats.get(Number(number));
    if (LEVELS.includes(tag.replace('defmt_', ''))) throw new TypeError('a line inside a line');
    return text;
  }

  // The variant of an enumeration, whose format string has all of them between bars.
  variant(format) {
    const variants = format.split('|');
    if (variants.length === 1) return format;
    return variants[Number(this.integer(variants.length <= 256 ? 1 : 2))];
  }

  string(length, hint) {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.take(length));
    if (hint !== '?') return text;
    const escape = (letter) => ESCAPES[letter] ?? `\\u{${letter.codePointAt(0).toString(16)}}`;
    return `"${text.replace(/["\\\p{Cc}]/gu, escape)}"`;
  }
}

// An integer by its hint: `#` for a prefix, 0 and a width, and the kind.
function showInteger(integer, hint) {
  const match = hint.match(/^(#?)(?:0(\d+))?(|us|x|\?)$/);
  if (!match) throw new TypeError(`no way to show ${hint}`);
  const [, prefix, width = 0, kind] = match;
  if (kind === 'us') return `${integer / 1000000n}.${String(integer % 1000000n).padStart(6, '0')}`;
  if (kind !== 'x') return String(integer).padStart(width, '0');
  const start = prefix ? '0x' : '';
  return start + integer.toString(16).padStart(width - start.length, '0');
}

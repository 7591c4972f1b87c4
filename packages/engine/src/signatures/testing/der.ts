/** One value of DER: https://www.itu.int/rec/T-REC-X.690 */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from([length >> 16, (length >> 8) & 0xff, length & 0xff])
  const short = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([0x80 | short.length]), short])
}

export const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents)
export const octets = (content: Uint8Array): Buffer => der(0x04, content)
export const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content)
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
export const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))
export const yes: Buffer = der(0x01, Buffer.from([0xff]))

/** GeneralizedTime, in seconds. */
export const time = (epochMs: number): Buffer =>
  der(0x18, Buffer.from(new Date(epochMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '')))

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const groups = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
  return groups
}

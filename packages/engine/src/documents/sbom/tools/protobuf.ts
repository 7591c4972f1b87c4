/** A message: how its fields, by number, are called and what they contain. */
export type Message = Readonly<Record<number, Field>>

export interface Field {
  name: string
  /** An enum's names by number, or the message of a field that contains one. */
  kind: 'text' | 'number' | 'float' | readonly string[] | (() => Message)
  isList?: true
}

/** The bytes are no message of this kind. */
export class ProtobufFault extends Error {
  override readonly name = 'ProtobufFault'
}

const maxDepth = 200

/** Decodes a message into the shape of its JSON. Unknown fields are skipped. Throws ProtobufFault. */
export function decodeMessage(bytes: Uint8Array, message: Message, depth = 0): Record<string, unknown> {
  if (depth > maxDepth) throw new ProtobufFault('The messages are nested too deeply')
  const reader = readerOf(bytes)
  const members = new Map<string, unknown>()
  while (!reader.isAtEnd()) {
    const tag = reader.varint()
    const [number, wireType] = [Math.floor(tag / 8), tag % 8]
    const value = reader.value(wireType)
    const field = Object.hasOwn(message, number) ? message[number] : undefined
    if (field) set(members, field, decodeField(field, value, depth))
  }
  return Object.fromEntries(members)
}

function set(members: Map<string, unknown>, { name, isList }: Field, value: unknown): void {
  if (value === undefined) return
  const known = members.get(name)
  if (!isList) members.set(name, value)
  else if (Array.isArray(known)) known.push(value)
  else members.set(name, [value])
}

function decodeField({ kind }: Field, value: number | Uint8Array, depth: number): unknown {
  if (kind === 'text') return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined
  if (kind === 'number') return typeof value === 'number' ? value : undefined
  if (kind === 'float') return value instanceof Uint8Array && value.length === 4 ? floatOf(value) : undefined
  if (typeof kind !== 'function') return typeof value === 'number' ? kind[value] : undefined
  return value instanceof Uint8Array ? decodeMessage(value, kind(), depth + 1) : undefined
}

const floatOf = (bytes: Uint8Array): number =>
  Number(new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true).toPrecision(7))

// https://protobuf.dev/programming-guides/encoding/
function readerOf(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new ProtobufFault('The file ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const varint = (): number => {
    let [value, factor] = [0, 1]
    for (let count = 0; count < 10; count++) {
      const [byte = 0] = take(1)
      value += (byte & 0x7f) * factor
      factor *= 128
      if (byte < 0x80) return value
    }
    throw new ProtobufFault('A number has too many bytes')
  }
  return {
    isAtEnd: () => at >= bytes.length,
    varint,
    value(wireType: number): number | Uint8Array {
      if (wireType === 0) return varint()
      if (wireType === 1) return take(8)
      if (wireType === 2) return take(varint())
      if (wireType === 5) return take(4)
      throw new ProtobufFault('A field has an unknown type')
    },
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Whether JSON is nested deeper than this many levels, before it is parsed: a parser and its callers take much longer. */
export function isNestedDeeper(json: Uint8Array, levels: number): boolean {
  let [depth, isInText] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (byte === quote) isInText = !isInText
    else if (isInText && byte === backslash) at++
    else if (!isInText && opening.has(byte) && ++depth > levels) return true
    else if (!isInText && closing.has(byte)) depth--
  }
  return false
}

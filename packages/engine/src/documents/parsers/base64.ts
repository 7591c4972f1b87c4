/** Decodes base64 in either alphabet; null if it is neither. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Hashes of npm are written so: three bytes are four digits, and '=' stands for those of missing bytes. */
export function base64OfBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const word = (first << 16) | (second << 8) | third
    const group = [18, 12, 6, 0].map((shift) => digits[(word >> shift) & 63]).join('')
    text += group.slice(0, bytes.length - at + 1).padEnd(4, '=')
  }
  return text
}

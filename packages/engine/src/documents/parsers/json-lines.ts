/** The document, or the values of its lines; undefined for what is no JSON. Empty without text. */
export function parseJsonLines(text: string): unknown[] {
  const whole = parse(text)
  if (whole !== undefined) return [whole]
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(parse)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { parseJson } from '@assay/text/parse-json.ts'

/** The document, or the values of its lines; undefined for what is no JSON. Empty without text. */
export function parseJsonLines(text: string): unknown[] {
  const whole = parseJson(text)
  if (whole !== undefined) return [whole]
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => parseJson(line))
}

/**
 * Maximum number of tags. The XPath library is quadratic in the number of siblings: half a second at this limit. Real
 * responses have about 100 tags plus two per attribute value: enough for 1,400 groups.
 */
const maxTags = 3_000

/** Throws for a response with too many tags, in linear time, before it is parsed. */
export function checkResponseSize(samlResponse: string): void {
  const bytes = Buffer.from(samlResponse, 'base64')
  let tags = 0
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at + 1)) tags++
  if (tags > maxTags) throw new Error(`The response has more than ${maxTags} tags`)
}

/**
 * Tags of a response. The XPath library's time grows with the square of the siblings: half a second at this limit.
 * Real responses have about 100 tags and two for each value of an attribute: this is enough for 1,400 groups.
 */
const maxTags = 3_000

/** Throws for a response with more tags than any provider's, before it is parsed. Linear in its length. */
export function checkResponseSize(samlResponse: string): void {
  const bytes = Buffer.from(samlResponse, 'base64')
  let tags = 0
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at + 1)) tags++
  if (tags > maxTags) throw new Error(`The response has more than ${maxTags} tags`)
}

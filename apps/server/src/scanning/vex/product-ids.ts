/** What VEX documents call a project: its url, which its own exports name, or its uuid. */
export const productIdsOf = ({ url, uuid }: { url: string; uuid: string }): [string, string] => [
  isIri(url) ? url : `urn:uuid:${uuid}`,
  `urn:uuid:${uuid}`,
]

const isIri = (text: string): boolean => /^[a-z][a-z\d+.-]*:\S+$/i.test(text)

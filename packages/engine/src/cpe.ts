/** The parts of a CPE that identify a product: https://nvlpubs.nist.gov/nistpubs/Legacy/IR/nistir7695.pdf */
export interface Cpe {
  /** Vendor and product, in lower case: 'openssl:openssl'. */
  product: string
  /** null for any version. */
  version: string | null
}

/** Parses a CPE 2.2 URI or a CPE 2.3 string; null if it is another text. */
export function parseCpe(text: string): Cpe | null {
  const fields = /^cpe:(?:\/|2\.3:)[aoh]:(.+)$/i.exec(text)?.[1]?.split(/(?<!\\):/)
  const [vendor = '', product = '', version = ''] = fields ?? []
  if (vendor === '' || product === '') return null
  return {
    product: `${vendor}:${product}`.toLowerCase(),
    version: version === '' || version === '*' || version === '-' ? null : unescape(version),
  }
}

const unescape = (text: string): string => text.replaceAll(/\\(.)/g, '$1')

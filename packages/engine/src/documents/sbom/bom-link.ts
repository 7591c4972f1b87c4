import { decodePercent } from '@assay/text/decode-percent.ts'

/** A component of a CycloneDX document: https://cyclonedx.org/capabilities/bomlink/ */
export interface BomLink {
  /** The UUID of the document's serial number, in lower case. */
  serial: string
  version: number
  /** The bom-ref; null for the document itself. */
  ref: string | null
}

/** Parses 'urn:cdx:serial/version#bom-ref'; null if it is another text. */
export function parseBomLink(text: string): BomLink | null {
  const [, serial, version, ref] = /^urn:cdx:([\da-f-]+)\/(\d+)(?:#(.*))?$/i.exec(text) ?? []
  if (serial === undefined) return null
  return { serial: serial.toLowerCase(), version: Number(version), ref: ref ? decodePercent(ref) : null }
}

/** The serial number and version, which identify a document. */
export const documentOfLink = ({ serial, version }: Pick<BomLink, 'serial' | 'version'>): string =>
  `urn:cdx:${serial}/${version}`

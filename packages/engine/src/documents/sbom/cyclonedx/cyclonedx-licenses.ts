import type { DeclaredLicense } from '../../../inventory.ts'
import { recognizeLicenses } from '../../../licenses/license-text.ts'
import { isRecord, readList, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'

/** The declared licenses of a CycloneDX component, otherwise those found as evidence. */
export function readLicenses(component: Record<string, unknown>): DeclaredLicense[] {
  const declared = readList(entriesOf(component['licenses']), readLicense)
  return declared.length > 0
    ? declared
    : readList(entriesOf(recordOf(component['evidence'])['licenses']), readLicense)
}

/** Some generators write one license without a list. */
const entriesOf = (licenses: unknown): readonly unknown[] =>
  Array.isArray(licenses) ? licenses : isRecord(licenses) || typeof licenses === 'string' ? [licenses] : []

/**
 * An entry is { license: { id | name, url, text } } or { expression }. What generators write against the schema is read
 * as well: an expression within the license, a url or a text alone, a license without its wrapper, and plain strings.
 */
function readLicense(entry: unknown): DeclaredLicense | null {
  if (typeof entry === 'string') return named('name', entry, '')
  const outer = recordOf(entry)
  const { license = outer } = outer
  if (typeof license === 'string') return named('name', license, '')
  const members = recordOf(license)
  const url = textOf(members['url'])
  return (
    named('expression', outer['expression'], '') ??
    named('expression', members['expression'], '') ??
    named('id', members['id'], url) ??
    named('name', members['name'], url) ??
    named('name', url, url) ??
    named('expression', recognizeLicenses(contentOf(members['text'])).join(' AND '), '')
  )
}

function named(kind: DeclaredLicense['kind'], value: unknown, url: string): DeclaredLicense | null {
  const text = shortTextOf(value)
  if (text === '') return null
  return url === '' ? { kind, value: text } : { kind, value: text, url }
}

/** The text of an attachment: https://cyclonedx.org/docs/1.6/json/#components_items_licenses_oneOf_i0_items_license_text */
function contentOf(text: unknown): string {
  const { content, encoding } = recordOf(text)
  if (encoding !== 'base64') return textOf(content)
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(textOf(content)), (each) => each.charCodeAt(0)))
  } catch {
    return ''
  }
}

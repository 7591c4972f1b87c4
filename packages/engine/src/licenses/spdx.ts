import spdx from './spdx-licenses.json' with { type: 'json' }

/** SPDX license ids with their names, deprecated ids too. Source: https://spdx.org/licenses/ */
const namesById: ReadonlyMap<string, string> = new Map(Object.entries(spdx.licenses))

const licenseIds = byLowerCase(namesById.keys())
const exceptionIds = byLowerCase(spdx.exceptions)

/** The SPDX license id in canonical spelling, matched case-insensitively; null if not on the list. */
export function licenseId(text: string): string | null {
  return licenseIds.get(text.toLowerCase()) ?? null
}

/** The SPDX exception id in canonical spelling, matched case-insensitively; null if not on the list. */
export function exceptionId(text: string): string | null {
  return exceptionIds.get(text.toLowerCase()) ?? null
}

/** The full name of a canonical SPDX license id, such as 'MIT License'; null if not on the list. */
export function licenseName(id: string): string | null {
  return namesById.get(id) ?? null
}

/** All SPDX license ids with their names, ordered by id. */
export function allLicenses(): IterableIterator<[id: string, name: string]> {
  return namesById.entries()
}

function byLowerCase(ids: Iterable<string>): ReadonlyMap<string, string> {
  return new Map(Iterator.from(ids).map((id) => [id.toLowerCase(), id]))
}

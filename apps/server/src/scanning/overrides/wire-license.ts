import { licenseName } from '@assay/engine/licenses/spdx.ts'

/** What is not on the SPDX list stands for itself. */
export function wireLicense(id: string) {
  const name = licenseName(id)
  return name === null ? { id, name: id, uri: '' } : { id, name, uri: `https://spdx.org/licenses/${id}.html` }
}

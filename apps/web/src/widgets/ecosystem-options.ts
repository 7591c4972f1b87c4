import { ecosystemNames } from '@assay/engine/ecosystems/names.ts'

/** Every ecosystem by its display name. The API accepts the ids as languages. */
export const ecosystemOptions = Object.entries(ecosystemNames)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

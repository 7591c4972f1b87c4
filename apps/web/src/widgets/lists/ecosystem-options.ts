import { ecosystemName, ecosystemNames } from '@assay/engine/ecosystems/names.ts'

/** Every ecosystem by its display name. The API accepts the ids as languages. */
export const ecosystemOptions = Object.entries(ecosystemNames)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** The ecosystems of a list and the selected one, which a link may name by its language: 'nodejs' replaces 'npm'. */
export function ecosystemChoices(
  ids: Iterable<string>,
  selected: string,
): { value: string; label: string }[] {
  const nameOf = (id: string) => ecosystemName(id) ?? id
  const others = [...new Set(ids)].filter((id) => nameOf(id) !== nameOf(selected))
  return [...others, selected]
    .filter((id) => id !== '' && id !== 'other')
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

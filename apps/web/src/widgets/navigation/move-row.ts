/** The element focused in a table row, if not its first link or button. */
const rowMark = '[data-row]'
const controls = 'a[href], button'

/** Focuses the next or previous row of the focused or first table, or list of rows. */
export function moveRow(step: 1 | -1): void {
  const focused = document.activeElement
  const list =
    focused?.closest(`table, ol:has(${rowMark})`) ??
    document.querySelector(`main :is(table, ol):has(${rowMark})`) ??
    document.querySelector('main table:has(th[scope=row])')
  const rows = [...(list?.querySelectorAll<HTMLElement>(':scope > tbody > tr, :scope > li') ?? [])]
    .map(targetOf)
    .filter((target) => target !== null)
  const at = focused && list?.contains(focused) ? placeOf(rows, focused) : null
  const target = at === null ? firstInSight(rows) : rows[at + step]
  target?.focus()
}

/** The row's focus target, otherwise the row itself. Details and spacers are skipped. */
function targetOf(row: HTMLElement): HTMLElement | null {
  const heading = row.querySelector<HTMLElement>(':scope > th[scope=row]')
  const isRow = heading !== null || row.querySelector(`:scope > :is(td, div) ${rowMark}`) !== null
  if (!isRow) return null
  const own = row.querySelector<HTMLElement>(rowMark) ?? row.querySelector<HTMLElement>(controls)
  if (own) return own
  row.tabIndex = -1
  return row
}

/** The row that contains or precedes an element. */
const placeOf = (rows: HTMLElement[], element: Element) =>
  rows.findLastIndex(
    (row) =>
      row === element || (row.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )

// The sticky navbar would cover it.
const firstInSight = (rows: HTMLElement[]) =>
  rows.find((row) => row.getBoundingClientRect().top > barPx) ?? rows[0]
const barPx = 90

/** The element focused in a table row, if not its first link or button. */
const rowMark = '[data-row]'
const controls = 'a[href], button'

/** Focuses the next or previous row of the focused or first table. */
export function moveRow(step: 1 | -1): void {
  const focused = document.activeElement
  const table =
    focused?.closest('table') ??
    document.querySelector(`main table:has(${rowMark})`) ??
    document.querySelector('main table:has(th[scope=row])')
  const rows = [...(table?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? [])]
    .filter((row) => row.closest('table') === table)
    .map(targetOf)
    .filter((target) => target !== null)
  const at = focused && table?.contains(focused) ? placeOf(rows, focused) : null
  const target = at === null ? firstInSight(rows) : rows[at + step]
  target?.focus()
}

/** The row's focus target, otherwise the row itself. Details and spacers are skipped. */
function targetOf(row: HTMLTableRowElement): HTMLElement | null {
  const heading = row.querySelector<HTMLElement>(':scope > th[scope=row]')
  const isRow = heading !== null || row.querySelector(`:scope > td ${rowMark}`) !== null
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

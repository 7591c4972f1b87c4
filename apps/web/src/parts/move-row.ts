/** What takes the focus in a row of a table. */
const rowMark = '[data-row]'

/** Puts the focus on the next or the previous row, of the table that has it, else of the page's first one. */
export function moveRow(step: 1 | -1): void {
  const focused = document.activeElement
  const table = focused?.closest('table') ?? document.querySelector(`main table:has(${rowMark})`)
  const rows = [...(table?.querySelectorAll<HTMLElement>(rowMark) ?? [])].filter(
    (row) => row.closest('table') === table,
  )
  const at = focused && table?.contains(focused) ? placeOf(rows, focused) : null
  const target = at === null ? firstInSight(rows) : rows[at + step]
  target?.focus()
}

/** The row that something stands in, or after. */
const placeOf = (rows: HTMLElement[], element: Element) =>
  rows.findLastIndex(
    (row) =>
      row === element || (row.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )

// The page's bar hides what is scrolled beneath it.
const firstInSight = (rows: HTMLElement[]) =>
  rows.find((row) => row.getBoundingClientRect().top > barPx) ?? rows[0]
const barPx = 90

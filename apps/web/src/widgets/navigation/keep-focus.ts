/** Where the focus was, from the inside out. Positions are those among the siblings. */
interface Place {
  elements: readonly Element[]
  positions: readonly number[]
}

const overlays = 'dialog, [popover], [data-alerts]'
const controls = '[data-row], a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'
const rows = 'tr, tbody, li'
/** Rows are replaced before what has been removed is loaded again. */
const settleMs = 100

/**
 * When the focused element is removed, focuses what replaces it: the next row, another control next to it, or the
 * page's heading. Otherwise, the next Tab would start at the top of the page.
 */
export function keepFocus(): void {
  let latest: Element | null = null
  let place: Place = placeOf(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return
    latest = focused
    if (!focused.closest(overlays)) place = placeOf(focused)
  }
  const isLost = () => latest?.isConnected === false && document.activeElement === document.body
  const recover = () => {
    timer = undefined
    if (!isLost() || document.querySelector('dialog[open]')) return
    for (const target of candidates(place)) if (focus(target)) return
  }
  document.addEventListener('focusin', remember)
  new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(recover, settleMs)
  }).observe(document.body, { childList: true, subtree: true })
  remember()
}

function placeOf(focused: Element | null): Place {
  const elements: Element[] = []
  for (let each = focused; each && each !== document.body; each = each.parentElement) elements.push(each)
  return {
    elements,
    positions: elements.map((each) => [...(each.parentElement?.children ?? [])].indexOf(each)),
  }
}

/** Best first. One that is disabled or hidden cannot have the focus. */
function* candidates({ elements, positions }: Place): Generator<HTMLElement | null | undefined> {
  const first = elements.findIndex((each) => each.isConnected)
  if (first === 0) yield elements[0] as HTMLElement
  const at = Math.max(first, 1)
  const remaining = first < 0 ? undefined : elements[at]
  if (remaining && !remaining.matches(':has(h1)')) {
    const isRow = elements[at - 1]!.matches(rows)
    const place = isRow ? (remaining.children[positions[at - 1]!] ?? remaining.lastElementChild) : remaining
    yield place?.querySelector<HTMLElement>(controls)
    yield headingOf(remaining)
  }
  // Until the page has one, null.
  yield document.querySelector<HTMLElement>('main :is(h1, h2)')
}

const headingOf = (element: Element) =>
  element
    .closest(':is(section, [role=region], [role=tabpanel]):has(h2, h3)')
    ?.querySelector<HTMLElement>('h2, h3')

function focus(target: HTMLElement | null | undefined): boolean {
  if (!target) return false
  if (!target.matches(controls)) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return document.activeElement === target
}

import { useId, useRef } from 'react'

interface Props {
  label: string
  /** Accessible name, if there are several; must start with the label. */
  name?: string
  /** Dots in position of the label. */
  isCompact?: boolean
  items: readonly MenuItem[]
}

interface MenuItem {
  id: string
  label: string
  /** Accessible name, with what it applies to. */
  name?: string
  /** Why it is disabled; null if enabled. */
  denialReason?: string | null
  onAction: () => void
}

const gapPx = 4
const widthPx = 224

/** A menu button. The browser closes it on Escape and on focus loss. */
export function Menu({ label, name = label, isCompact = false, items }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  // Positioned manually, because it is in the top layer.
  const position = () => {
    const around = button.current?.getBoundingClientRect()
    if (!around || !list.current) return
    list.current.style.top = `${around.bottom + gapPx}px`
    list.current.style.left = `${Math.max(gapPx, Math.min(around.left, around.right - widthPx))}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={name}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.showPopover()
          move(list.current, 1)
        }}
        className={`inline-flex h-8 cursor-pointer items-center justify-center gap-1.5 rounded-md border border-line bg-raised text-sm font-medium text-ink hover:bg-hover ${isCompact ? 'w-8 max-sm:w-11' : 'px-3'}`}
      >
        {isCompact ? <Dots /> : <Label text={label} />}
      </button>
      <ul
        ref={list}
        id={id}
        popover="auto"
        aria-label={name}
        onBeforeToggle={position}
        style={{ width: widthPx }}
        className="fixed inset-auto m-0 max-h-[60dvh] list-none overflow-y-auto rounded-card border border-line bg-raised p-1 text-ink shadow-lg"
      >
        {items.map((item) => (
          <li key={item.id}>
            <Item
              {...item}
              onAction={() => {
                list.current?.hidePopover()
                item.onAction()
              }}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const Dots = () => (
  <svg aria-hidden viewBox="0 0 16 16" className="size-4" fill="currentColor">
    <path d="M3 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3m5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3m5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3" />
  </svg>
)

const Label = ({ text }: { text: string }) => (
  <>
    {text}
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className="size-3"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="m3 4.500 3 3 3-3" />
    </svg>
  </>
)

const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Focuses the next or previous item, from the last on the first. */
function move(list: HTMLElement | null, step: 1 | -1): void {
  const items = [...(list?.querySelectorAll('button') ?? [])]
  const at = items.findIndex((item) => item === document.activeElement)
  items.at(at < 0 ? 0 : (at + step) % items.length)?.focus()
}

/** Focusable although disabled, so that screen readers announce the reason. */
const Item = ({ label, name = label, denialReason = null, onAction }: MenuItem) => (
  <button
    type="button"
    aria-label={name}
    aria-disabled={denialReason !== null}
    {...(denialReason !== null && { title: denialReason })}
    onClick={() => denialReason === null && onAction()}
    onKeyDown={(event) => {
      const step = steps.get(event.key)
      if (step === undefined) return
      event.preventDefault()
      move(event.currentTarget.closest('ul'), step)
    }}
    className="w-full cursor-pointer rounded-md px-2.5 py-1.5 text-left text-sm -outline-offset-2 hover:bg-hover aria-disabled:cursor-default aria-disabled:text-soft"
  >
    {label}
  </button>
)

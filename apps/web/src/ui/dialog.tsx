import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { texts } from '../messages/app.ts'
import { CloseIcon } from './icons.tsx'

interface Props {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Shows only its children; the title is for screen readers. */
  isBare?: boolean
  /** A click outside does not close it. */
  isHeld?: boolean
  /** For large forms. */
  isWide?: boolean
  /** At the right edge, as high as the window. */
  isSide?: boolean
  children: ReactNode
}

/** A modal dialog, closed by its button, Escape or a click outside. */
export function Dialog(props: Props) {
  return props.isOpen ? <Open {...props} /> : null
}

function Open({
  title,
  isBare = false,
  isHeld = false,
  isWide = false,
  isSide = false,
  onOpenChange,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Otherwise, the browser focuses the first field.
    element?.querySelector<HTMLElement>('[data-focus]')?.focus()
    // Closing before unmounting restores the focus.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onOpenChange(false)
      }}
      onPointerDown={({ target, currentTarget }) =>
        target === currentTarget && !isHeld && onOpenChange(false)
      }
      className={`${isSide ? 'my-0 mr-0 ml-auto h-dvh max-h-dvh w-full max-w-lg border-y-0 border-r-0' : `m-auto w-[calc(100%-2rem)] rounded-card ${isBare ? 'mt-[12dvh] max-w-xl' : isWide ? 'max-w-xl' : 'max-w-sm'}`} border border-line bg-surface p-0 text-ink shadow-xl backdrop:bg-black/40`}
    >
      <div className={isBare ? '' : 'grid grid-cols-1 gap-4 p-6'}>
        <h2
          id={heading}
          className={isBare ? 'sr-only' : 'm-0 pr-8 text-lg font-semibold [overflow-wrap:anywhere]'}
        >
          {title}
        </h2>
        {children}
        {/* Last, as the first control gets the focus. */}
        {!isBare && (
          <button
            type="button"
            aria-label={texts.dialog.close}
            onClick={() => onOpenChange(false)}
            className="absolute top-4 right-4 grid size-8 cursor-pointer place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
          >
            <CloseIcon />
          </button>
        )}
      </div>
    </dialog>
  )
}

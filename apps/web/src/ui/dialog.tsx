import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface Props {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Nothing but its children: the title is for those who do not see it. */
  isBare?: boolean
  /** A click beside it does not close it. */
  isHeld?: boolean
  /** For more than a few fields. */
  isWide?: boolean
  children: ReactNode
}

/** Over the page, which is out of reach meanwhile; Escape and a click beside it close it. */
export function Dialog(props: Props) {
  return props.isOpen ? <Open {...props} /> : null
}

function Open({ title, isBare = false, isHeld = false, isWide = false, onOpenChange, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closed before it is taken away, the focus returns to where it was.
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
      className={`m-auto w-[calc(100%-2rem)] ${isBare ? 'mt-[12dvh] max-w-xl' : isWide ? 'max-w-xl' : 'max-w-sm'} rounded-card border border-line bg-surface p-0 text-ink shadow-xl backdrop:bg-black/40`}
    >
      <div className={isBare ? '' : 'grid grid-cols-1 gap-4 p-6'}>
        <h2
          id={heading}
          className={isBare ? 'sr-only' : 'm-0 text-lg font-semibold [overflow-wrap:anywhere]'}
        >
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

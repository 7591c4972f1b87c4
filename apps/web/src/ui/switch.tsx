import { useId } from 'react'

interface Props {
  label: string
  hint?: string
  isOn: boolean
  /** Why it is disabled; null if enabled. */
  denialReason?: string | null
  onChange: (isOn: boolean) => void
}

/** Takes effect at once. Focusable although disabled, so that screen readers announce the reason. */
export function Switch({ label, hint, isOn, denialReason = null, onChange }: Props) {
  const id = useId()
  const notes = [hint, denialReason].filter((each) => each !== undefined && each !== null)
  return (
    <div className="flex items-start gap-3">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-notes`}
        aria-disabled={denialReason !== null}
        onClick={() => denialReason === null && onChange(!isOn)}
        className="group relative mt-px h-5 w-9 shrink-0 cursor-pointer rounded-full border border-control bg-track p-0.5 transition-colors aria-checked:border-accent aria-checked:bg-accent aria-disabled:cursor-default aria-disabled:opacity-50 after:absolute after:-inset-x-1 after:-inset-y-3"
      >
        <span className="block size-3.5 rounded-full bg-control transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-accent-ink" />
      </button>
      <div className="min-w-0">
        <div id={`${id}-label`} className="font-medium">
          {label}
        </div>
        <div id={`${id}-notes`} className="text-soft">
          {notes.map((note) => (
            <p key={note} className="m-0 max-w-prose">
              {note}
            </p>
          ))}
        </div>
      </div>
    </div>
  )
}

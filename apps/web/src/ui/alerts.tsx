import { createListeners } from './listeners.ts'
import { useSyncExternalStore } from 'react'
import { CloseIcon } from './icons.tsx'

interface Alert {
  id: number
  text: string
  isError: boolean
  action?: Action
}

interface Action {
  label: string
  run: () => void
}

/** Display time unless dismissed. */
const alertMs = 10_000

let alerts: readonly Alert[] = []
let newestId = 0
const listeners = createListeners()

/** Shows an error for 10 s, longer if it is in use; repeating it restarts the time. */
export const showAlert = (text: string): void => show({ text, isError: true })

/** Shows a success message, with an optional action such as Undo. */
export const showNotice = (text: string, action?: Action): void =>
  show({ text, isError: false, ...(action && { action }) })

function show(shown: Omit<Alert, 'id'>) {
  const id = ++newestId
  replace([...alerts.filter(({ text }) => text !== shown.text), { id, ...shown }])
  setTimeout(expire, alertMs, id)
}

/** Postponed while the alerts are hovered or focused. */
function expire(id: number) {
  const isUsed = document.querySelector('[data-alerts]:is(:hover, :focus-within)') !== null
  if (isUsed) setTimeout(expire, alertMs, id)
  else dismiss(id)
}

export const shownAlerts = (): readonly Alert[] => alerts

export const dismiss = (id: number): void => replace(alerts.filter((alert) => alert.id !== id))

function replace(next: readonly Alert[]) {
  alerts = next
  listeners.notify()
}

interface Props {
  label: string
  dismissLabel: string
}

/** Container of alerts, at the bottom right. */
export function AlertRegion({ label, dismissLabel }: Props) {
  const shown = useSyncExternalStore(listeners.subscribe, shownAlerts)
  return (
    <section
      data-alerts
      aria-label={label}
      className="fixed right-4 bottom-4 left-4 z-30 grid gap-2 sm:left-auto sm:w-96"
    >
      {shown.map(({ id, text, isError, action }) => (
        <div
          key={id}
          className={`flex items-start gap-3 rounded-card border border-line bg-raised py-2 pr-2 pl-4 shadow-lg [border-left-width:3px] ${isError ? 'border-l-danger' : 'border-l-accent'}`}
        >
          <p
            role={isError ? 'alert' : 'status'}
            className="m-0 grow py-1 text-sm max-sm:py-3 [overflow-wrap:anywhere]"
          >
            {text}
          </p>
          {action && (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
              className="h-7 shrink-0 cursor-pointer rounded-md px-2 text-sm font-medium text-accent hover:bg-hover"
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            aria-label={dismissLabel}
            onClick={() => dismiss(id)}
            className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
          >
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  )
}

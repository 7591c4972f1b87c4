import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { type LiveScan, onScans } from '../../api/live.ts'
import { isPageOutdated, isServerAway, subscribeToOutage } from '../../api/outage.ts'
import { useSession } from '../../api/session.tsx'
import { live as messages } from '../../messages/live.ts'
import { addScans, beginRequest, endRequest, noEndedScans } from './new-scans-model.ts'

export interface NewScansProps {
  /** Query key prefix of the page's data, and when it was loaded. */
  topic: unknown
  answeredAt: number
  /** Whether a scan is relevant and not yet shown. Defaults to all. */
  concerns?: ((scan: LiveScan) => boolean) | undefined
  /** For a page that shows nothing yet: it updates at once. */
  isAutomatic?: boolean
  /** Defaults to reloading everything. */
  onShow?: () => void
}

/** Announces new scans and shows them on request, so that content does not move while being read. */
export function NewScans({ topic, answeredAt, concerns, isAutomatic = false, onShow }: NewScansProps) {
  const { state } = useSession()
  const queries = useQueryClient()
  const memberUuid = state.status === 'member' ? state.user.id : null
  const { endedScans, dismiss } = useEndedScans(memberUuid, { topic, answeredAt })
  const show = () => {
    onShow?.()
    if (!onShow) void queries.invalidateQueries()
  }
  const count = [...endedScans.scans.values()].filter((scan) => concerns?.(scan) ?? true).length
  const showNow = useEffectEvent(show)
  useEffect(() => {
    if (isAutomatic && count > 0) showNow()
  }, [isAutomatic, count])
  const isShown = count > 0 && !isAutomatic
  const hasBanner = useSyncExternalStore(subscribeToOutage, () => isServerAway() || isPageOutdated())
  return (
    <>
      <span role="status" className="sr-only">
        {isShown ? messages.arrived : ''}
      </span>
      {isShown && (
        <div
          className={`fixed top-[calc(var(--navbar)+0.5rem)] left-1/2 z-20 flex -translate-x-1/2 items-center rounded-full border border-line bg-raised text-sm whitespace-nowrap shadow-lg print:hidden ${hasBanner ? 'lg:top-[calc(var(--navbar)+4rem)]' : ''}`}
        >
          <button
            type="button"
            onClick={show}
            className="tabular h-8 cursor-pointer rounded-l-full py-1 pr-2 pl-4 font-medium text-ink hover:bg-hover pointer-coarse:h-11"
          >
            {messages.show(count, endedScans.isMore)}
          </button>
          <button
            type="button"
            aria-label={messages.dismiss}
            title={messages.dismiss}
            onClick={dismiss}
            className="grid h-8 w-9 cursor-pointer place-items-center rounded-r-full text-soft hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11"
          >
            <svg
              aria-hidden
              viewBox="0 0 16 16"
              className="size-3.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
            >
              <path d="m4 4 8 8m0-8-8 8" />
            </svg>
          </button>
        </div>
      )}
    </>
  )
}

type ArrivalProps = Pick<NewScansProps, 'topic' | 'answeredAt'>

function useEndedScans(memberUuid: string | null, { topic, answeredAt }: ArrivalProps) {
  const queries = useQueryClient()
  const [endedScans, setEndedScans] = useState(noEndedScans)
  const ageMs = useEffectEvent(() => Date.now() - answeredAt)
  useEffect(() => {
    if (memberUuid === null) return undefined
    return onScans(memberUuid, ageMs(), (finished) => setEndedScans((known) => addScans(known, finished)))
  }, [memberUuid])
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.query.queryKey[0] !== topic) return
        const { action } = event
        // Further pages do not affect the first one.
        if (action.type === 'fetch' && action.meta?.fetchMore === undefined) setEndedScans(beginRequest)
        if (action.type === 'success') setEndedScans((known) => endRequest(known, true))
        if (action.type === 'error') setEndedScans((known) => endRequest(known, false))
      }),
    [queries, topic],
  )
  return { endedScans, dismiss: () => setEndedScans(noEndedScans) }
}

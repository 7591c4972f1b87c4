import { ApiError } from '@assay/sdk/api-error.ts'
import { type ReactNode, useDeferredValue } from 'react'
import { ErrorNotice } from './error-notice.tsx'
import { Forbidden, type ForbiddenText } from './empty-state.tsx'

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Shown while loading. */
  skeleton: ReactNode
  failed: string
  /** For 403; otherwise it is an error like others. */
  forbidden?: ForbiddenText
  /** For 404. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders a query's data, or its loading, not found, forbidden or error state. */
export function QueryView<T>({ query, skeleton, failed, forbidden, missing, children }: Props<T>) {
  const { data, error } = query
  // First shown in slices, between which a slow processor can draw and respond.
  const canShow = useDeferredValue(data !== undefined)
  const status = error instanceof ApiError ? error.status : null
  if (status === 404 && missing !== undefined) return missing
  if (status === 403 && forbidden !== undefined) return <Forbidden {...forbidden} />
  return (
    <>
      {error && <ErrorNotice title={failed} error={error} onRetry={() => void query.refetch()} />}
      {/* Keeps previous data visible. */}
      {data !== undefined && canShow ? children(data) : error ? null : skeleton}
    </>
  )
}

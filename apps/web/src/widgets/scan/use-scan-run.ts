import type { Build } from '@assay/contract/builds.ts'
import { makeIdempotencyKey } from '@assay/sdk/idempotency-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { firstScan } from '../../messages/first-scan.ts'
import { runOf, type ScanRun } from './scan-run-model.ts'

interface Target {
  url: string
  branch: string
}

interface Sent {
  idempotencyKey: string
  signal: AbortSignal
  /** Each state of the build; the last is its end, unless the connection was lost. */
  onBuild: (build: Build) => void
}

/** Uploads files as one inventory of a project. */
export async function scanAs(
  files: readonly File[],
  target: Target,
  { idempotencyKey, signal, onBuild }: Sent,
): Promise<void> {
  const build = await upload(files, target, idempotencyKey)
  onBuild(build)
  for await (const event of await api.builds.events({ params: { id: build.id } }, { signal })) onBuild(event)
}

/** Uploads files as one inventory and follows its build to the end. */
export function useScanRun(files: readonly File[]) {
  const [run, setRun] = useState<ScanRun>({ step: 'asking' })
  const queries = useQueryClient()
  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])

  const isUploading = useRef(false)
  const keys = useRef(new Map<string, string>())

  const start = async (target: Target) => {
    if (isUploading.current) return
    isUploading.current = true
    const { signal } = stop.current
    setRun({ step: 'uploading' })
    // Until it succeeds, retries of the same upload use the same idempotency key.
    const action = JSON.stringify(target)
    const idempotencyKey = keys.current.get(action) ?? makeIdempotencyKey()
    keys.current.set(action, idempotencyKey)
    try {
      let last = 'preparing' as Build['status']
      const onBuild = (build: Build) => {
        keys.current.delete(action)
        isUploading.current = false
        setRun(runOf(build))
        last = build.status
      }
      await scanAs(files, target, { idempotencyKey, signal, onBuild })
      if (last === 'success') await queries.invalidateQueries()
      else if (last !== 'failed') setRun({ step: 'failed', reason: firstScan.dialog.lost, issues: [] })
    } catch (error) {
      if (!signal.aborted) setRun({ step: 'failed', reason: messageOf(error), issues: [] })
    }
    isUploading.current = false
  }
  return { run, start, reset: () => setRun({ step: 'asking' }) }
}

/** The upload completes even if the page is left. */
async function upload(files: readonly File[], target: Target, idempotencyKey: string) {
  const parts = await Promise.all(
    files.map(async (file) => ({
      filename: file.webkitRelativePath || file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  )
  const [only] = parts
  return parts.length === 1 && only
    ? api.uploads.intoNew({ body: { file: only, ...target, wait: 'false' } }, { idempotencyKey })
    : api.uploads.folderIntoNew({ body: { file: parts, ...target, wait: 'false' } }, { idempotencyKey })
}

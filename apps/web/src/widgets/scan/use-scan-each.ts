import type { Build } from '@assay/contract/builds.ts'
import { makeIdempotencyKey } from '@assay/sdk/idempotency-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/query.ts'
import { firstScan } from '../../messages/first-scan.ts'
import { nameWithin, projectNameOf } from './scan-run-model.ts'
import { scanAs } from './use-scan-run.ts'

export interface FileScan {
  name: string
  step: 'waiting' | 'scanning' | 'success' | 'failed'
  /** Why it failed. */
  reason: string
}

/** Scans files one after the other, each as a project that is named after it. */
export function useScanEach(files: readonly File[], branch: string): FileScan[] {
  const [scans, setScans] = useState<FileScan[]>(() =>
    files.map(({ name }) => ({ name, step: 'waiting', reason: '' })),
  )
  const queries = useQueryClient()
  const isStarted = useRef(false)
  useEffect(() => {
    // Continues after the dialog is closed. Effects may run twice.
    if (isStarted.current) return
    isStarted.current = true
    const set = (at: number, patch: Partial<FileScan>) =>
      setScans((before) => before.map((scan, index) => (index === at ? { ...scan, ...patch } : scan)))
    const scanAll = async () => {
      for (const [at, file] of files.entries()) {
        set(at, { step: 'scanning' })
        set(at, await scanOne(file, branch))
      }
      await queries.invalidateQueries()
    }
    void scanAll()
  }, [files, branch, queries])
  return scans
}

async function scanOne(file: File, branch: string): Promise<Partial<FileScan>> {
  let last: Build | null = null
  const url = projectNameOf([file]) || (await nameWithin(file)) || file.name
  try {
    await scanAs(
      [file],
      { url, branch },
      {
        idempotencyKey: makeIdempotencyKey(),
        signal: new AbortController().signal,
        onBuild: (build) => (last = build),
      },
    )
  } catch (error) {
    return { step: 'failed', reason: messageOf(error) }
  }
  return endOf(last)
}

function endOf(build: Build | null): Partial<FileScan> {
  if (build?.status === 'success') return { step: 'success' }
  return { step: 'failed', reason: build?.reason ?? firstScan.dialog.lost }
}

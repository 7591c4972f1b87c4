import { type LiveScans, maxLiveScans } from '@assay/contract/live.ts'
import type { LiveScan } from './store.ts'

/** Pending scans of one stream, bounded even for slow readers. */
export class Mailbox {
  readonly #scans = new Map<string, LiveScan>()
  #omitted = 0
  #wake: () => void = () => undefined

  put(scans: readonly LiveScan[]): void {
    for (const scan of scans) {
      if (this.#scans.size < maxLiveScans) this.#scans.set(scan.reportUuid, scan)
      else if (!this.#scans.has(scan.reportUuid)) this.#omitted++
    }
    if (scans.length > 0) this.#wake()
  }

  take(): LiveScans {
    const batch = { at: Date.now(), scans: [...this.#scans.values()], omitted: this.#omitted }
    this.#scans.clear()
    this.#omitted = 0
    return batch
  }

  /** Resolves when it is not empty or was closed. */
  async filled(gone: AbortSignal): Promise<void> {
    if (this.#scans.size > 0 || gone.aborted) return
    await new Promise<void>((resolve) => {
      const end = () => {
        gone.removeEventListener('abort', end)
        resolve()
      }
      this.#wake = end
      gone.addEventListener('abort', end)
    })
  }
}

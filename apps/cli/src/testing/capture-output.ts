import { afterEach, beforeEach, vi } from 'vitest'

/** What each test of the file prints, since the last clear. */
export function captureOutput() {
  const output = {
    stdout: '',
    stderr: '',
    clear() {
      output.stdout = output.stderr = ''
    },
  }
  beforeEach(() => {
    output.clear()
    for (const name of ['stdout', 'stderr'] as const)
      vi.spyOn(process[name], 'write').mockImplementation((text) => Boolean((output[name] += String(text))))
  })
  afterEach(() => void vi.restoreAllMocks())
  return output
}

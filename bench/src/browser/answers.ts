import type { Page } from 'playwright-core'
import { median } from '../measure.ts'

const times = 5

export interface Answered {
  /** From the end of the answer to the frame that shows it. */
  shownMs: number
  /** From the act to that frame. */
  wholeMs: number
}

/** Medians of acts that ask for metrics anew; each must ask for what is in no cache, or its answer is waited for in vain. */
export async function answersTo(page: Page, act: (turn: number) => Promise<unknown>): Promise<Answered> {
  const seen: Answered[] = []
  for (let turn = 0; turn < times; turn++) {
    await page.evaluate(followTable)
    await act(turn)
    seen.push(await page.evaluate(() => (globalThis as unknown as { answered: Promise<Answered> }).answered))
  }
  return {
    shownMs: median(seen.map(({ shownMs }) => shownMs)),
    wholeMs: median(seen.map(({ wholeMs }) => wholeMs)),
  }
}

/** Runs in the page: notes the frame in which the table, after it was busy, is not so any more. */
function followTable(): void {
  const isBusy = () => document.querySelector('table[aria-rowcount]')?.getAttribute('aria-busy') === 'true'
  const followed = (async () => {
    let begin = 0
    for (const event of ['pointerdown', 'keydown', 'input']) {
      addEventListener(event, () => void (begin = performance.now()), { capture: true })
    }
    while (!isBusy()) await new Promise(requestAnimationFrame)
    while (isBusy()) await new Promise(requestAnimationFrame)
    const shown = performance.now()
    const [last] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/metrics/security/me?'))
      .slice(-1) as PerformanceResourceTiming[]
    return { shownMs: shown - last!.responseEnd, wholeMs: shown - begin }
  })()
  Object.assign(globalThis, { answered: followed })
}

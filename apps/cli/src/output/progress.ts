import { SingleBar } from 'cli-progress'

export interface Progress {
  update(done: number, total: number, label: string): void
  stop(): void
}

const format = '{bar}  {value}/{total}  {label}'

/** A bar on stderr for who watches, else a line for each new label. */
export function showProgress(isInteractive: boolean, say: (text: string) => void): Progress {
  if (!isInteractive) return lines(say)
  const bar = new SingleBar({ format, hideCursor: true, barsize: 30, linewrap: false })
  bar.start(0, 0, { label: '' })
  return {
    update(done, total, label) {
      bar.setTotal(total)
      bar.update(done, { label })
    },
    stop: () => bar.stop(),
  }
}

function lines(say: (text: string) => void): Progress {
  let told = ''
  return {
    update(_done, _total, label) {
      if (label !== told) say(label)
      told = label
    },
    stop: () => undefined,
  }
}

export interface Progress {
  /** A total of 0 is an unknown one. */
  update(done: number, total: number, label: string): void
  stop(): void
}

const format = '{bar}  {count}{label}'

/** A bar on stderr for who watches, else a line for each new label. */
export async function showProgress(isInteractive: boolean, say: (text: string) => void): Promise<Progress> {
  if (!isInteractive) return lines(say)
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({ format, hideCursor: true, barsize: 30, linewrap: false })
  bar.start(1, 0, { count: '', label: '' })
  return {
    update(done, total, label) {
      bar.setTotal(Math.max(total, 1))
      bar.update(done, { label, count: total === 0 ? '' : `${done}/${total}  ` })
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

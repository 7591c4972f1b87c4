export interface Progress {
  /** A total of 0 means unknown. */
  update(done: number, total: number, label: string): void
  stop(): void
}

/** A progress line on stderr in a terminal, otherwise one line per new label. */
export async function showProgress(isInteractive: boolean, log: (text: string) => void): Promise<Progress> {
  if (!isInteractive) return lines(log)
  const { default: spinner } = await import('yocto-spinner')
  const line = spinner().start()
  return {
    update(done, total, label) {
      const count = total === 0 ? '' : `${Math.floor((done / total) * 100)} %  ${done}/${total}  `
      line.text = count + label
    },
    stop: () => void line.stop(),
  }
}

function lines(log: (text: string) => void): Progress {
  let printed = ''
  return {
    update(_done, _total, label) {
      if (label !== printed) log(label)
      printed = label
    },
    stop: () => undefined,
  }
}

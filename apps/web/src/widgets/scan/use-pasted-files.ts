import { useEffect } from 'react'

interface Options {
  /** Files pasted into a dialog that accepts files, also into its one-line fields. */
  isDialog?: boolean
}

/** Files pasted anywhere on the page except into a field or a dialog. */
export function usePastedFiles(onFiles: (files: File[]) => void, { isDialog = false }: Options = {}): void {
  useEffect(() => {
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      const isIn = (places: string) => target instanceof Element && target.closest(places) !== null
      if (isDialog ? !isIn('dialog') : isIn('input, textarea, dialog')) return
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) onFiles(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [onFiles, isDialog])
}

import { useEffect, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere on the page; returns whether files are being dragged. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    // dragenter and dragleave fire for every element.
    let depth = 0
    const enter = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = Math.max(0, depth + by)
      setDragging(depth > 0)
    }
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('dragenter', enter(1), { signal })
    addEventListener('dragleave', enter(-1), { signal })
    addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth = 0
        setDragging(false)
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length > 0) onFiles(files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [onFiles])
  return isDragging
}

import type { Selection } from './use-selection.ts'

interface Props {
  label: string
  selection: Selection
  rowKey: string
}

/** The checkbox of a row; with shift, it selects up to the row that was selected last. */
export const SelectBox = ({ label, selection, rowKey }: Props) => (
  <label className="inline-grid size-6 shrink-0 cursor-pointer place-items-center print:hidden">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      checked={selection.isSelected(rowKey)}
      onChange={({ nativeEvent }) =>
        selection.toggle(rowKey, { withRange: (nativeEvent as MouseEvent).shiftKey })
      }
      className="size-4 accent-(--accent)"
    />
  </label>
)

interface AllProps {
  label: string
  selection: Selection
  count: number
}

export const SelectAllBox = ({ label, selection: { keys, toggleAll }, count }: AllProps) => (
  <label className="inline-flex min-h-6 cursor-pointer items-center gap-2 text-xs text-soft print:hidden">
    <input
      type="checkbox"
      checked={count > 0 && keys.size === count}
      ref={(element) => {
        if (element) element.indeterminate = keys.size > 0 && keys.size < count
      }}
      onChange={toggleAll}
      className="size-4 accent-(--accent)"
    />
    {label}
  </label>
)

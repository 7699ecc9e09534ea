/** A field that searches what stands below it. The typed letter is painted before the list that it finds. */
import { Search } from 'lucide-react';
import { startTransition, useState } from 'react';
import './search-field.css';

export interface SearchFieldProps {
  /** Names the field; shown while it is empty. */
  readonly label: string;
  readonly onSearch: (text: string) => void;
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState('');
  const type = (typed: string) => {
    setText(typed);
    startTransition(() => onSearch(typed));
  };
  return (
    <search className="search-field">
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        // Of no form around it: Enter must not send that.
        form="apart"
        type="search"
        name="search"
        autoComplete="off"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </search>
  );
}

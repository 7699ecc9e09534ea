/** The page that the app is measured against: React, one number field and its result, kept for offline use. */
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const SHARE = 0.02;

function Lean() {
  const [amount, setAmount] = useState('');
  return (
    <main>
      <h1>Risk</h1>
      <label>
        Amount
        <input
          name="riskAmount"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </label>
      <output>{(Number(amount) * SHARE).toFixed(2)}</output>
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <Lean />
  </StrictMode>,
);
window.addEventListener('load', () => navigator.serviceWorker?.register('/sw.js'));

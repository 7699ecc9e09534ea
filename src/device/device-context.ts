/** Provides the device to screens. */
import { createContext, useContext } from 'react';
import type { Device } from './model.ts';

/** Null outside of the provider. */
export const DeviceContext = createContext<Device | null>(null);
export const DeviceProvider = DeviceContext.Provider;

export function useDevice(): Device {
  const device = useContext(DeviceContext);
  if (device === null) throw new Error('useDevice outside DeviceProvider');
  return device;
}

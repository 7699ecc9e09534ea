/** Its icon in the menu: a file of its own, so that the menu loads nothing else. */
import { DollarSign } from 'lucide-react';

export const ICON = DollarSign;

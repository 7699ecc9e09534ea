// The form of a calculator before the app is there, as plain old JavaScript: shows the kept draft, takes what is typed as the app
// does, and hands it over. public/boot.js shows the screen; the build puts both scripts into the page of forms.
(function () {
  /**
   * @param page `place`, the element that holds the screen; `screen`, its markup; `own`, the name of what is kept for the user;
   * `use`, with the tapped and the focused element.
   * @returns the listeners, whether the app's form is there, and what hands over to it; null if the app will show another form.
   */
  window.irichForm = function (page) {
    var place = page.place;
    var screen = page.screen;
    var use = page.use;
    var name = page.own('draft:'.concat(screen.getAttribute('data-draft')));
    if (!fillIn(place, screen, name)) return null;
    var fields = place.querySelectorAll('input');
    var parts = place.querySelectorAll('details');
    var path = location.pathname;
    var shown = Array.prototype.map.call(fields, function (field) {
      return field.value;
    });
    var pasted = [];
    // What a paste or a composing keyboard has replaced: it stays if the app cannot read that.
    var typed = [];
    var isEntering = false;
    // Until the app has them, they survive a reload, as changes of the draft that was there.
    var origin = sessionStorage.getItem(name) || localStorage.getItem(name);
    var unkept = page.own('draft:'.concat(screen.id));
    var keep = function () {
      // The user goes on.
      use.tapped = null;
      localStorage.removeItem(unkept);
      var states = Array.prototype.map.call(fields, stateOf);
      localStorage.setItem(
        unkept,
        JSON.stringify({ origin: origin, states: states, pasted: pasted, typed: typed }),
      );
    };
    read(function () {
      var kept = JSON.parse(localStorage.getItem(unkept));
      if (!kept || kept.origin !== origin || kept.states.length !== fields.length) return;
      // The form of another release has other fields.
      var isSame = each(kept.states, function (state, index) {
        return state.name === fields[index].name;
      });
      if (!isSame) return;
      pasted = [].concat(kept.pasted);
      typed = [].concat(kept.typed);
      kept.states.forEach(function (state, index) {
        if (fields[index].type === 'text') fields[index].value = String(state.value);
        else fields[index].checked = state.checked === true;
      });
    });
    var rememberTyped = function (field) {
      var index = indexIn(fields, field);
      if (!pasted[index]) typed[index] = stateOf(field);
    };
    // A pasted number replaces the whole text.
    var paste = function (event, text) {
      var field = event.target;
      event.preventDefault();
      rememberTyped(field);
      pasted[indexIn(fields, field)] = true;
      field.value = text.replace(/[\r\n]/g, ' ');
      field.setSelectionRange(text.length, text.length);
      read(keep);
    };
    var listeners = {
      click: function (event) {
        // As in src/ui/select-on-focus.ts.
        var field = event.target;
        if (isEntering && field === use.focused && field.selectionStart === field.selectionEnd)
          field.select();
        isEntering = false;
      },
      submit: function (event) {
        event.preventDefault();
      },
      keydown: function (event) {
        var field = event.target;
        if (event.key !== 'Enter' || field.tagName !== 'INPUT') return;
        event.preventDefault();
        if (field.type !== 'text' || event.isComposing) return;
        var next = nextField(field);
        use.tapped = next ? null : field.form.querySelector('[type="submit"]');
        if (next) next.select();
        if (next) next.focus();
      },
      focusin: function (event) {
        isEntering = event.target.type === 'text';
      },
      compositionstart: function (event) {
        rememberTyped(event.target);
      },
      beforeinput: function (event) {
        var key = event.data;
        var field = event.target;
        if (event.isComposing || !key || !isNumber(field)) return;
        if (key.length > 1) return paste(event, key);
        var start = field.selectionStart;
        var rest = field.value.slice(0, start).concat(field.value.slice(field.selectionEnd));
        if (/\d/.test(key) && rest.length < 30) return;
        event.preventDefault();
        var decimal = screen.getAttribute('data-decimal');
        if (!/[.,]/.test(key) || rest.indexOf(decimal) >= 0) return;
        field.setRangeText(decimal, start, field.selectionEnd, 'end');
        read(keep);
      },
      paste: function (event) {
        if (isNumber(event.target)) paste(event, event.clipboardData.getData('text/plain'));
      },
      drop: function (event) {
        if (isNumber(event.target)) paste(event, event.dataTransfer.getData('text/plain'));
      },
      input: function (event) {
        var data = event.data || '';
        var isTyped =
          /^delete/.test(event.inputType) ||
          (event.inputType === 'insertText' && data.length < 2) ||
          (event.inputType === 'insertCompositionText' && /^\d*$/.test(data));
        var index = indexIn(fields, event.target);
        pasted[index] = event.target.value !== '' && (pasted[index] || !isTyped);
        read(keep);
      },
    };
    return {
      listeners: listeners,
      // The form waits for its code.
      isThere: function () {
        return fields.length <= place.querySelectorAll('input').length || location.pathname !== path;
      },
      handOver: function () {
        // The form did not come, and the user has gone elsewhere: the next start shows what is kept.
        if (location.pathname !== path) {
          use.tapped = null;
          return;
        }
        var now = place.querySelectorAll('input');
        each(place.querySelectorAll('details'), function (part, index) {
          part.open = parts[index] ? parts[index].open : part.open;
          return true;
        });
        each(fields, function (was, index) {
          var field = now[index];
          if (!field || field.name !== was.name) return true;
          if (was.type === 'text') {
            if (was === use.focused) field.focus({ preventScroll: true });
            if (pasted[index] && typed[index]) typeInto(field, typed[index]);
            if (was.value !== shown[index]) {
              typeInto(field, was, pasted[index]);
              // The user has left it, and the app has not seen that.
              if (was !== use.focused) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
              else if (isAllSelected(was)) field.select();
            } else if (was === use.focused) field.setSelectionRange(was.selectionStart, was.selectionEnd);
          } else if (was.checked !== field.checked && (was.checked || was.type === 'checkbox')) field.click();
          return true;
        });
        localStorage.removeItem(unkept);
      },
    };
  };

  // Puts the kept draft into the form. False if the app will show more than other texts.
  function fillIn(place, screen, name) {
    var draft = keptDraft(name);
    if (draft === null) return !location.search;
    if (location.search || !draft || draft.openedId !== null || draft.isFromPlan || !draft.fields)
      return false;
    var isSame = each(place.querySelectorAll('input'), function (input) {
      var value = draft.fields[input.name];
      if (input.name === 'positionType') {
        input.checked = value === input.value;
        return /^(LONG|SHORT)$/.test(value);
      }
      if (input.type === 'radio') return input.checked === (value === input.value);
      if (input.type === 'checkbox') return input.checked === value;
      var text = shownText(input, value, screen);
      if (text === null) return false;
      // The line of a closed part sums it up.
      var folded = text !== input.value && input.closest('details');
      if (folded) folded.querySelector('summary span').textContent = '';
      input.value = text;
      return true;
    });
    // The app shows results below, instead of what is there now.
    var form = draft.calculated && place.querySelector('form');
    while (form && form.nextSibling) form.parentNode.removeChild(form.nextSibling);
    return isSame;
  }

  // As in src/platform/draft-mirror.ts: null if there is none; undefined if only the database knows.
  function keptDraft(name) {
    var kept = JSON.parse(sessionStorage.getItem(name) || 'null');
    if (kept !== null) return kept;
    var text = localStorage.getItem(name);
    return text === null ? undefined : JSON.parse(text);
  }

  // As in src/core/number-input.ts; null for what no version of the app has stored.
  function shownText(input, value, screen) {
    if (typeof value !== 'string') return null;
    if (!isNumber(input)) return /^[A-Z\d]{0,12}$/.test(value) ? value : null;
    var parts = /^(\d{0,30})(?:\.(\d{0,30}))?$/.exec(value);
    if (!parts) return null;
    var whole = parts[1];
    var text = whole.slice(-3);
    for (var end = whole.length - 3; end > 0; end -= 3) {
      var group = whole.charAt(0) === '0' ? '' : screen.getAttribute('data-group');
      text = whole.slice(Math.max(0, end - 3), end).concat(group, text);
    }
    return parts[2] === undefined ? text : text.concat(screen.getAttribute('data-decimal'), parts[2]);
  }

  function isNumber(input) {
    return /^(decimal|numeric)$/.test(input.getAttribute('inputmode'));
  }

  // As in src/features/calculators/shared/enter-key.ts.
  function nextField(field) {
    var fields = Array.prototype.filter.call(field.form.elements, function (one) {
      return one.type === 'text' && !one.closest('details:not([open])');
    });
    var isMissing = function (one) {
      return one !== field && one.required && !one.value;
    };
    var later = fields.slice(fields.indexOf(field) + 1).filter(function (one) {
      return one.required || !one.value;
    });
    return later[0] || fields.filter(isMissing)[0];
  }

  function stateOf(field) {
    return {
      name: field.name,
      value: field.value,
      checked: field.checked,
      selectionStart: field.selectionStart,
      selectionEnd: field.selectionEnd,
    };
  }

  function isAllSelected(field) {
    return field.selectionStart === 0 && field.selectionEnd === field.value.length;
  }

  // React reads the value only from the element's own event.
  function typeInto(field, was, isPasted) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, was.value);
    field.setSelectionRange(was.selectionStart, was.selectionEnd);
    var type = isPasted ? 'insertFromPaste' : 'historyRedo';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: type, data: was.value }));
  }

  function indexIn(elements, element) {
    return Array.prototype.indexOf.call(elements, element);
  }

  // Whether all pass.
  function each(elements, passes) {
    return Array.prototype.every.call(elements, passes);
  }

  // What cannot be kept is lost only by a reload.
  function read(from) {
    try {
      return from();
    } catch (error) {
      if (window.console) console.warn('cannot keep what is typed', error);
    }
  }
})();
